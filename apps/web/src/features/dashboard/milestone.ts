import { trackedWeeks } from '@oinkly/domain/quips';
import type { WeekSummary } from '@oinkly/domain/week-summaries';
import { useEffect, useState } from 'react';

const WORDS = new Map([
  [1, 'Your first week under budget. Well fed.'],
  [4, 'Four weeks under budget. That is a habit.'],
  [12, 'Twelve weeks under budget. The pig is getting heavy.'],
  [26, 'Twenty-six weeks under budget. Half a year of good sense.'],
  [52, 'Fifty-two weeks under budget. A whole year. Bravo.'],
]);

const STORAGE_KEY = 'celebrated-weeks-under-budget';

/**
 * The words for a first, fourth, 12th, 26th or 52nd week under budget, as long as the page that first saw it stays open. Each
 * number is celebrated once a year on a device, and only in the week after it was reached.
 */
export function useMilestone(weeks: readonly WeekSummary[]): string | null {
  const [celebrated] = useState(readCelebrated);
  const count = weeksUnderBudget(weeks);
  const words = latestIsUnder(weeks) ? (WORDS.get(count) ?? null) : null;
  const mark = `${weeks[0]?.start ?? ''}:${count}`;
  const isNew = words !== null && celebrated !== mark;
  useEffect(() => {
    if (isNew) storeCelebrated(mark);
  }, [isNew, mark]);
  return isNew ? words : null;
}

/** How many of the tracked weeks ended within budget. */
function weeksUnderBudget(weeks: readonly WeekSummary[]): number {
  return trackedWeeks(weeks).filter((week) => !week.isOver).length;
}

function latestIsUnder(weeks: readonly WeekSummary[]): boolean {
  return trackedWeeks(weeks).at(-1)?.isOver === false;
}

function readCelebrated(): string | null {
  try {
    return window.localStorage.getItem(STORAGE_KEY);
  } catch {
    // Without storage the celebration comes again, which does no harm.
    return null;
  }
}

function storeCelebrated(mark: string): void {
  try {
    window.localStorage.setItem(STORAGE_KEY, mark);
  } catch {
    // As above.
  }
}
