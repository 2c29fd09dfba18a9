import { PRODUCT_NAME } from '@oinkly/contract/product';
import { ONBOARDING_STEPS } from '@oinkly/domain/onboarding';
import { ArrowLeft } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { usePageHeading } from '../../shared/hooks/page-heading.ts';

export type OnboardingStep = 1 | 2 | 3 | 4 | 5;

/** How the user reached a step, and how to leave it for the one before. */
export interface StepPlace {
  /** The heading gets the focus after a move. */
  hasMoved: boolean;
  onBack: (() => void) | null;
}

export function StepFrame({
  step,
  title,
  hasMoved,
  onBack,
  picture,
  children,
}: StepPlace & {
  step: OnboardingStep;
  title: string;
  /** Aligned with the heading's baseline. */
  picture: ReactNode;
  children: ReactNode;
}) {
  const heading = usePageHeading(title);
  useEffect(() => {
    if (hasMoved) heading.current?.focus();
  }, [hasMoved, heading]);
  return (
    <main className="mx-auto max-w-column px-gutter pt-4 pb-8 wide:pt-[9dvh]">
      <p className="font-soft text-title font-bold tracking-title">{PRODUCT_NAME}</p>
      <div className="mt-2 flex min-h-11 items-center gap-3">
        {onBack && (
          <button
            type="button"
            aria-label="Back"
            title="Back"
            onClick={onBack}
            className="-mr-1 -ml-3 grid size-target flex-none place-items-center rounded-full hover:bg-pink-wash"
          >
            <ArrowLeft size={20} aria-hidden="true" />
          </button>
        )}
        <div aria-hidden="true" className="grid flex-1 grid-cols-5 gap-1.5">
          {Array.from({ length: ONBOARDING_STEPS }, (_, index) => (
            <span key={index} className={`h-1.5 rounded-full ${index < step ? 'bg-pink-deep' : 'bg-line'}`} />
          ))}
        </div>
        <p className="text-small text-ink-soft">
          Step {step} of {ONBOARDING_STEPS}
        </p>
      </div>
      <div className="flex animate-enter flex-col py-7">
        {/* Long words wrap below the picture. */}
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <h1
            ref={heading}
            tabIndex={-1}
            className="max-w-full flex-[1_1_8rem] font-soft text-headline font-bold tracking-title wrap-break-word"
          >
            {title}
          </h1>
          {picture}
        </div>
        {children}
      </div>
    </main>
  );
}
