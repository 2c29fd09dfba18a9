import type { KeptWeeks } from '@oinkly/contract/endpoints';
import { formatDay } from '@oinkly/domain/days';
import { Check } from 'lucide-react';

/** Oldest week first, without ranks or amounts (PD-76). */
export function KeptBoard({ kept: { weekStarts, users } }: { kept: KeptWeeks }) {
  return (
    <ul className="overflow-hidden rounded-medium border border-line bg-card">
      {users.map(({ userId, name, isCurrentUser, kept }) => (
        <li
          key={userId}
          aria-current={isCurrentUser ? 'true' : undefined}
          className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line px-inset py-3 not-first:border-t aria-[current]:bg-pink-wash"
        >
          <span className="max-w-full flex-[1_1_5rem] wrap-anywhere">
            <bdi>{name}</bdi>
            {isCurrentUser && <span className="ml-2 inline-block text-ink-soft">(You)</span>}
          </span>
          <span className="sr-only">{inWords(weekStarts.filter((_, index) => kept[index]))}</span>
          <span aria-hidden="true" className="flex flex-none gap-1">
            {weekStarts.map((weekStart, index) => (
              <span
                key={weekStart}
                className={`grid size-[18px] place-items-center rounded-full border ${kept[index] ? 'border-under bg-under text-card' : 'border-line-strong'}`}
              >
                {kept[index] && <Check size={12} strokeWidth={3.5} />}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

const list = new Intl.ListFormat('en-US');

function inWords(kept: readonly string[]): string {
  if (kept.length === 0) return 'No check marks yet';
  const days = kept.map((weekStart) => formatDay(weekStart, { month: 'long', day: 'numeric' }));
  return `Kept the ${kept.length === 1 ? 'week' : 'weeks'} of ${list.format(days)}`;
}
