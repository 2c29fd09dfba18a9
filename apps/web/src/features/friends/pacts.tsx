import type { OtherUser, Pact } from '@oinkly/contract/friends';
import { formatDay } from '@oinkly/domain/days';
import { MAX_PACTS, WEEKS_PER_MISS } from '@oinkly/domain/pacts';
import { isInThisWeek } from '@oinkly/domain/week-promises';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { useToday } from '../../shared/hooks/use-today.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { SelectField } from '../../shared/ui/field.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { friendsQuery, LOADED_BY_SCREEN, pactsQuery, usePact } from './friends-queries.ts';

/** Two friends, or a user and a guest, who both keep their weeks (PD-100 to PD-102). Nothing without others. */
export function Pacts() {
  const circle = useQuery({ ...friendsQuery, ...LOADED_BY_SCREEN });
  const pacts = useQuery({ ...pactsQuery, ...LOADED_BY_SCREEN });
  const place = useRef<HTMLElement>(null);
  const guests = circle.data?.guests ?? [];
  const friends = [...(circle.data?.friends ?? []), ...guests];
  if (friends.length === 0) return null;
  const known = pacts.data?.pacts ?? [];
  const others = friends.filter(({ userId }) => known.every((pact) => pact.userId !== userId));
  const isFull = known.filter(({ standing }) => standing !== 'received').length >= MAX_PACTS;
  return (
    <section ref={place} tabIndex={-1} aria-labelledby="pacts" className="mt-9 outline-none">
      <SectionHeading id="pacts">Pacts</SectionHeading>
      {pacts.isError && !pacts.data ? (
        <FailureNotice
          message={messageOf(pacts.error, 'We couldn’t load your pacts.')}
          onRetry={() => void pacts.refetch()}
        />
      ) : (
        <>
          {known.length > 0 && (
            <ul className="rounded-medium border border-line bg-card">
              {known.map((pact) => (
                <PactRow
                  key={pact.userId}
                  pact={pact}
                  isGuest={guests.some(({ userId }) => userId === pact.userId)}
                  focusFallback={place}
                />
              ))}
            </ul>
          )}
          {pacts.data && !isFull && others.length > 0 && <Propose friends={others} guests={guests} />}
        </>
      )}
      <HowPactsWork />
    </section>
  );
}

function PactRow({
  pact,
  isGuest,
  focusFallback,
}: {
  pact: Pact;
  isGuest: boolean;
  focusFallback: RefObject<HTMLElement | null>;
}) {
  const make = usePact('makePact');
  const end = usePact('endPact');
  const today = useToday();
  const { userId, name, standing } = pact;
  const friend = (
    <span className="wrap-anywhere">
      <bdi>{name}</bdi>
      {isGuest && ' (guest)'}
    </span>
  );
  return (
    <li
      ref={useFocusFallback(focusFallback)}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line px-inset py-3 not-first:border-t"
    >
      <TwoPigs isMade={standing === 'made'} />
      <div className="min-w-0 flex-[1_1_9rem]">
        {standing === 'made' ? (
          <>
            <p className="text-small text-ink-soft">You and {friend}</p>
            {pact.weeksTogether !== null && (
              <p className="font-soft text-title font-bold">{weeksWords(pact.weeksTogether)}</p>
            )}
            <p className="text-small text-pretty text-ink-soft">{runWords(pact, today)}</p>
            {isInThisWeek(pact.promisedWeek, today) && (
              <p className="text-small text-pretty text-under-text">{friend} is in this week.</p>
            )}
          </>
        ) : standing === 'received' ? (
          <p className="text-pretty">{friend} would like to keep weeks together with you.</p>
        ) : (
          <p className="text-pretty text-ink-soft">You proposed a pact to {friend}.</p>
        )}
      </div>
      <div className="flex flex-none flex-wrap gap-2">
        {standing === 'received' && (
          <Button
            look="quiet"
            aria-label={`Agree to a pact with ${name}`}
            isBusy={make.isPending}
            onClick={() => make.mutate(userId)}
          >
            Agree
          </Button>
        )}
        <Button
          look="quiet"
          aria-label={END_WORDS[standing].label(name)}
          isBusy={end.isPending}
          onClick={() => end.mutate(userId)}
        >
          {END_WORDS[standing].words}
        </Button>
      </div>
    </li>
  );
}

const END_WORDS: Record<Pact['standing'], { words: string; label: (name: string) => string }> = {
  made: { words: 'End', label: (name) => `End the pact with ${name}` },
  received: { words: 'No, thanks', label: (name) => `No, thanks: no pact with ${name}` },
  proposed: { words: 'Withdraw', label: (name) => `Withdraw the proposal to ${name}` },
};

function TwoPigs({ isMade }: { isMade: boolean }) {
  const mood = isMade ? 'proud' : 'asleep';
  return (
    <span aria-hidden="true" className="flex flex-none">
      <Pig mood={mood} width={44} coin="none" />
      <Pig mood={mood} width={44} coin="none" className="-ml-1 -scale-x-100" />
    </span>
  );
}

function weeksWords(weeks: number): string {
  return weeks === 1 ? '1 week together' : `${weeks} weeks together`;
}

/** Says nothing of who missed a week (PD-101). */
function runWords({ weeksTogether, forgivenWeek, countsFrom }: Pact, today: string): string {
  if (forgivenWeek !== null) return `One week is forgiven: the one of ${shortDay(forgivenWeek)}.`;
  if (countsFrom === null) return 'Hidden while one of you is off the board.';
  if (countsFrom > today) return `Counts from Monday, ${shortDay(countsFrom)}.`;
  if (weeksTogether === 0) return `Counts since Monday, ${shortDay(countsFrom)}.`;
  return 'Both under budget, week after week.';
}

function shortDay(day: string): string {
  return formatDay(day, { month: 'long', day: 'numeric' });
}

function Propose({ friends, guests }: { friends: readonly OtherUser[]; guests: readonly OtherUser[] }) {
  const make = usePact('makePact');
  const [chosenId, setChosenId] = useState('');
  // A friend who was chosen may have left the list.
  const chosen = friends.find(({ userId }) => userId === chosenId) ?? friends[0];
  return (
    <form
      className="mt-3 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen && !make.isPending) make.mutate(chosen.userId);
      }}
    >
      <SelectField
        label="Keep your weeks together with"
        className="flex-[1_1_14rem]"
        value={chosen?.userId}
        onChange={(event) => setChosenId(event.currentTarget.value)}
      >
        {friends.map(({ userId, name }) => (
          <option key={userId} value={userId}>
            {guests.some((guest) => guest.userId === userId) ? `${name} (guest)` : name}
          </option>
        ))}
      </SelectField>
      <Button type="submit" look="secondary" isBusy={make.isPending}>
        {chosen && guests.includes(chosen) ? 'Make a pact' : 'Propose a pact'}
      </Button>
    </form>
  );
}

function HowPactsWork() {
  return (
    <details className="group mt-1 text-small">
      <summary className="inline-flex min-h-11 items-center gap-1 text-ink-soft hover:text-ink">
        How pacts work
        <ChevronDown size={16} aria-hidden="true" className="transition-transform group-open:rotate-180" />
      </summary>
      <ul className="list-disc pl-5 text-ink-soft">
        <li>
          A week counts once it has ended for both of you, with a check mark for each. Excluded purchases
          count too.
        </li>
        <li>
          One missed week in {WEEKS_PER_MISS} is forgiven. After a second one, a new count starts Monday.
        </li>
        <li>We never say whose week it was, and no one sees an amount.</li>
        <li>You can be in {MAX_PACTS} pacts. Either of you ends one with one tap. We tell no one.</li>
      </ul>
    </details>
  );
}
