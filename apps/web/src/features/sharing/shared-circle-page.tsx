import type { SharedCircle } from '@oinkly/contract/sharing';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import {
  circleQuip,
  countCircle,
  moreInCircle,
  sharedCircleInWords,
  sharedCircleTitle,
} from '@oinkly/domain/shared-circle';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageHeading } from '../../shared/ui/page-heading.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { HomeLink, MakeYourOwn, SharedPageProblem, SharedPageSkeleton } from './shared-page-parts.tsx';
import { sharedCircleQuery } from './share-queries.ts';

export function SharedCirclePage({
  token,
  showMarks,
}: {
  token: string;
  showMarks: (circle: SharedCircle) => ReactNode;
}) {
  const { data: circle, error, refetch } = useQuery(sharedCircleQuery(token));
  if (!circle) {
    if (!error) return <SharedPageSkeleton title="Circle" />;
    return <SharedPageProblem thing="circle" error={error} onRetry={() => void refetch()} />;
  }
  const counts = countCircle(circle);
  return (
    <>
      <HomeLink />
      <div className="mt-6 text-center">
        <div className="flex justify-center" aria-hidden="true">
          <Pig mood="content" width={112} />
          <Pig mood="content" width={112} className="-ml-2 -scale-x-100" />
        </div>
        <PageHeading
          title={sharedCircleTitle(circle)}
          className="mt-5 font-soft text-headline font-bold tracking-title wrap-anywhere text-balance"
        />
      </div>
      <section className="mt-6 rounded-large border border-line bg-card p-card shadow-card">
        <SectionHeading>{circleQuip(counts)}</SectionHeading>
        <p className="sr-only">{sharedCircleInWords(counts)}</p>
        {showMarks(circle)}
        {circle.more > 0 && <p className="mt-2">{moreInCircle(circle.more)}</p>}
        <p className="mt-3 text-small text-pretty text-ink-soft">
          This page holds check marks of closed weeks and the first names of people who agreed. It holds no
          amounts and no ranks.
        </p>
      </section>
      <MakeYourOwn>
        In {PRODUCT_NAME}, friends keep their weeks together. What they spend stays between them and the pig.
      </MakeYourOwn>
    </>
  );
}
