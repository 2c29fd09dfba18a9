import { PLUG } from '@oinkly/artwork/pig';
import type { SharedMap } from '@oinkly/contract/sharing';
import { PRODUCT_NAME, TAGLINE } from '@oinkly/contract/product';
import { moodOfSharedMap, sharedMapInWords, sharedMapTitle } from '@oinkly/domain/shared-map';
import type { WeekVerdict } from '@oinkly/domain/week-verdicts';
import { formatWeek, weeksOfMap } from '@oinkly/domain/weeks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ApiError } from '../../shared/http/api-error.ts';
import { call, urlOf } from '../../shared/http/call.ts';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';
import { PigPage } from '../../shared/ui/pig-page.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Verdict, WeekGrid, type WeekSquare } from '../../shared/ui/week-grid.tsx';

const sharedMapQuery = (token: string) =>
  queryOptions({
    queryKey: [urlOf('getSharedMap', { params: { token } })],
    queryFn: () => call('getSharedMap', { params: { token } }),
  });

export function SharedMapPage({ token }: { token: string }) {
  const { data: map, error, isPending, refetch } = useQuery(sharedMapQuery(token));
  if (map) return <Shared map={map} />;
  if (isPending) return <SharedMapSkeleton />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <PigPage
        mood="asleep"
        title="No map at this link"
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
      title="We couldn’t load the map"
      text={messageOf(error, 'Check your connection and try again.')}
    >
      <Button onClick={() => void refetch()}>Try again</Button>
    </PigPage>
  );
}

function Shared({ map }: { map: SharedMap }) {
  const title = sharedMapTitle(map);
  return (
    <>
      <HomeLink />
      <div className="mt-6 text-center">
        <Pig mood={moodOfSharedMap(map)} width={168} className="mx-auto" />
        <PageHeading
          title={title}
          className="mt-5 font-soft text-headline font-bold tracking-title wrap-anywhere text-balance"
        />
      </div>
      <section className="mt-6 rounded-large border border-line bg-card p-card shadow-card">
        <SectionHeading>{map.quip}</SectionHeading>
        <p className="sr-only">{sharedMapInWords(map)}</p>
        <WeekGrid squares={squaresOf(map)} label={`Spending map of ${map.year}`} />
        <p className="mt-3 flex flex-wrap gap-x-4 text-small">
          <Verdict verdict="under" />
          <Verdict verdict="over" />
          {map.weeks.includes('untracked') && <Verdict verdict="untracked" />}
        </p>
      </section>
      <div className="mt-8 mb-12 flex flex-col gap-3 text-center">
        <p className="text-balance text-ink-soft">
          {PRODUCT_NAME} shows what’s left of your week. What you spend stays between you and the pig.
        </p>
        <Link href="/" className={buttonClass('primary')}>
          Make your own
        </Link>
      </div>
    </>
  );
}

function HomeLink() {
  return (
    <p className="pt-4 text-center">
      <Link href="/" className="inline-block min-h-11 text-ink no-underline">
        <span className="block font-soft text-title font-bold tracking-title">{PRODUCT_NAME}</span>
        <span className="block text-small text-ink-soft">{TAGLINE}</span>
      </Link>
    </p>
  );
}

function SharedMapSkeleton() {
  return (
    <div aria-busy="true">
      <HomeLink />
      <h1 className="sr-only">Spending map</h1>
      <div className="mt-6 flex flex-col items-center gap-6">
        <Skeleton className="h-33 w-42 rounded-[50%]" />
        <Skeleton className="h-8 w-72 max-w-full rounded-square" />
        <Skeleton className="h-54 w-full rounded-large" />
      </div>
    </div>
  );
}

const WORDS: Record<WeekVerdict, string> = {
  under: 'under budget',
  over: 'over budget',
  untracked: 'not tracked',
  future: 'Future week',
};

function squaresOf({ year, weeks }: SharedMap): WeekSquare[] {
  const current = weeks.findLastIndex((verdict) => verdict !== 'future');
  return weeksOfMap(year).map((start, index) => {
    const verdict = weeks[index] ?? 'future';
    const label = `${formatWeek(start)}: ${WORDS[verdict]}`;
    return { start, verdict, title: label, label, isNow: index === current };
  });
}
