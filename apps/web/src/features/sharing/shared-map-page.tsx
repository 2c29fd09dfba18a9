import type { SharedMap } from '@oinkly/contract/sharing';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { moodOfSharedMap, sharedMapInWords, sharedMapTitle } from '@oinkly/domain/shared-map';
import type { WeekVerdict } from '@oinkly/domain/week-verdicts';
import { formatWeek, weeksOfMap } from '@oinkly/domain/weeks';
import { useQuery } from '@tanstack/react-query';
import { PageHeading } from '../../shared/ui/page-heading.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { HomeLink, MakeYourOwn, SharedPageProblem, SharedPageSkeleton } from './shared-page-parts.tsx';
import { sharedMapQuery } from './share-queries.ts';
import { Verdict, WeekGrid, type WeekSquare } from '../../shared/ui/week-grid.tsx';

export function SharedMapPage({ token }: { token: string }) {
  const { data: map, error, refetch } = useQuery(sharedMapQuery(token));
  if (map) return <Shared map={map} />;
  if (!error) return <SharedPageSkeleton title="Spending map" />;
  return <SharedPageProblem thing="map" error={error} onRetry={() => void refetch()} />;
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
      <MakeYourOwn>
        {PRODUCT_NAME} shows what’s left of your week. What you spend stays between you and the pig.
      </MakeYourOwn>
    </>
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
