import { PLUG } from '@oinkly/artwork/pig';
import { PRODUCT_NAME, TAGLINE } from '@oinkly/contract/product';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../shared/http/api-error.ts';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { PigPage } from '../../shared/ui/pig-page.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { SharedThing } from './share-queries.ts';

/* What the public pages of a map and of a circle have in common. */

export function HomeLink() {
  return (
    <p className="pt-4 text-center">
      <Link href="/" className="inline-block min-h-11 text-ink no-underline">
        <span className="block font-soft text-title font-bold tracking-title">{PRODUCT_NAME}</span>
        <span className="block text-small text-ink-soft">{TAGLINE}</span>
      </Link>
    </p>
  );
}

export function MakeYourOwn({ children }: { children: ReactNode }) {
  return (
    <div className="mt-8 mb-12 flex flex-col gap-3 text-center">
      <p className="text-balance text-ink-soft">{children}</p>
      <Link href="/" className={buttonClass('primary')}>
        Make your own
      </Link>
    </div>
  );
}

export function SharedPageProblem({
  thing,
  error,
  onRetry,
}: {
  thing: SharedThing;
  error: Error;
  onRetry: () => void;
}) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <PigPage
        mood="asleep"
        title={`No ${thing} at this link`}
        text="Its owner turned it off, or the link is mistyped."
      >
        <Link href="/" className={buttonClass('primary')}>
          Go to {PRODUCT_NAME}
        </Link>
      </PigPage>
    );
  }
  return (
    <PigPage
      mood="worried"
      prop={PLUG}
      title={`We couldn’t load the ${thing}`}
      text={messageOf(error, 'Check your connection and try again.')}
    >
      <Button onClick={onRetry}>Try again</Button>
    </PigPage>
  );
}

export function SharedPageSkeleton({ title }: { title: string }) {
  return (
    <div aria-busy="true">
      <HomeLink />
      <h1 className="sr-only">{title}</h1>
      <div className="mt-6 flex flex-col items-center gap-6">
        <Skeleton className="h-33 w-42 rounded-[50%]" />
        <Skeleton className="h-8 w-72 max-w-full rounded-square" />
        <Skeleton className="h-54 w-full rounded-large" />
      </div>
    </div>
  );
}
