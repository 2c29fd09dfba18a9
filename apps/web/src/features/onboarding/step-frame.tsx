import { PRODUCT_NAME } from '@oinkly/contract/product';
import { ONBOARDING_STEPS } from '@oinkly/domain/onboarding';
import { useEffect, type ReactNode } from 'react';
import { usePageHeading } from '../../shared/hooks/page-heading.ts';

export type OnboardingStep = 1 | 2 | 3 | 4 | 5;

/** The heading gets the focus after a move. */
export function StepFrame({
  step,
  title,
  hasMoved,
  picture,
  children,
}: {
  step: OnboardingStep;
  title: string;
  hasMoved: boolean;
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
      <div className="mt-4 flex items-center gap-3">
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
