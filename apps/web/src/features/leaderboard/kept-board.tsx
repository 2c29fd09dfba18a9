import type { KeptWeeks } from '@oinkly/contract/leaderboard';
import { formatDay, type Day } from '@oinkly/domain/days';
import type { WeekMark } from '@oinkly/domain/kept-weeks';
import { isInThisWeek } from '@oinkly/domain/week-promises';
import { weekEndOf } from '@oinkly/domain/weeks';
import { Check, Slash } from 'lucide-react';
import { useToday } from '../../shared/hooks/use-today.ts';

/** Oldest week first, without ranks or amounts (PD-76). */
export function KeptBoard({
  kept: { weekStarts, users },
  isPublic = false,
}: {
  kept: KeptWeeks;
  /** Whether strangers see it, who are told nothing of the running week. */
  isPublic?: boolean;
}) {
  const today = useToday();
  const [first, last] = [weekStarts[0], weekStarts.at(-1)];
  const has = (mark: WeekMark) => users.some(({ kept }) => kept.includes(mark));
  return (
    <>
      <ul className="overflow-hidden rounded-medium border border-line bg-card">
        {users.map(({ userId, name, isCurrentUser, isGuest, promisedWeek, kept }) => (
          <li
            key={userId}
            aria-current={isCurrentUser ? 'true' : undefined}
            className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line px-inset py-3 not-first:border-t aria-[current]:bg-pink-wash"
          >
            <span className="max-w-full flex-[1_1_5rem] wrap-anywhere">
              <bdi>{name}</bdi>
              {isCurrentUser && <span className="ml-2 inline-block text-ink-soft">(You)</span>}
              {isGuest && !isCurrentUser && (
                <span className="ml-2 inline-block text-small text-ink-soft">guest</span>
              )}
              {isInThisWeek(promisedWeek, today) && (
                <span className="ml-2 inline-block text-small text-under-text">in this week</span>
              )}
              {kept.every((mark) => mark === 'before') && (
                <span className="block text-small text-balance text-ink-soft">
                  {isPublic ? 'no week yet' : 'first week ends on Sunday'}
                </span>
              )}
            </span>
            <span className="sr-only">{inWords(weekStarts, kept)}</span>
            <span aria-hidden="true" className="flex flex-none gap-1">
              {weekStarts.map((weekStart, index) => (
                <Mark key={weekStart} mark={kept[index] ?? 'before'} />
              ))}
            </span>
          </li>
        ))}
      </ul>
      <p aria-hidden="true" className="mt-2 flex flex-wrap gap-x-4 text-small text-ink-soft">
        {first !== undefined && last !== undefined && (
          <span>
            Weeks from {shortDay(first)} to {shortDay(weekEndOf(last))}
          </span>
        )}
        <Legend mark="kept" words="under budget" />
        <Legend mark="missed" words="over, or nothing entered" />
        {has('before') && <Legend mark="before" words="before joining" />}
        {has('open') && <Legend mark="open" words="not known yet" />}
      </p>
    </>
  );
}

const LOOKS: Record<WeekMark, string> = {
  kept: 'border-under bg-under text-card',
  missed: 'border-line-strong text-ink-soft',
  before: 'border-dashed border-line-strong',
  open: 'border-line-strong',
};

function Mark({ mark }: { mark: WeekMark }) {
  return (
    <span
      data-mark={mark}
      className={`grid size-[18px] flex-none place-items-center rounded-full border ${LOOKS[mark]}`}
    >
      {mark === 'kept' && <Check size={12} strokeWidth={3.5} />}
      {mark === 'missed' && <Slash size={9} strokeWidth={3.5} />}
    </span>
  );
}

function Legend({ mark, words }: { mark: WeekMark; words: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <Mark mark={mark} />
      {words}
    </span>
  );
}

function shortDay(day: Day): string {
  return formatDay(day, { month: 'short', day: 'numeric' });
}

const list = new Intl.ListFormat('en-US');

function inWords(weekStarts: readonly string[], marks: readonly WeekMark[]): string {
  const wordsOf = (weekStart: string) => formatDay(weekStart, { month: 'long', day: 'numeric' });
  const kept = weekStarts.filter((_, index) => marks[index] === 'kept').map(wordsOf);
  if (marks.every((mark) => mark === 'before')) return '';
  const lastBefore = weekStarts.filter((_, index) => marks[index] === 'before').at(-1);
  const record =
    kept.length === 0
      ? 'No check marks yet'
      : `Under budget in the ${kept.length === 1 ? 'week' : 'weeks'} of ${list.format(kept)}`;
  return lastBefore === undefined ? record : `${record}. Joined after the week of ${wordsOf(lastBefore)}`;
}
