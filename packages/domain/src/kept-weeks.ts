/** Ranks, or check marks for kept weeks (PD-76). */
export const BOARD_VIEWS = ['ranks', 'kept'] as const;

/** An ended week as friends see it: kept, not kept (or absent), before they joined, or not known yet. */
export const WEEK_MARKS = ['kept', 'missed', 'before', 'open'] as const;

export type WeekMark = (typeof WEEK_MARKS)[number];

export type BoardView = (typeof BOARD_VIEWS)[number];

/** Between two, a rank names a loser. */
const RANKS_FROM = 3;

/**
 * Returns the view of a board with so many ranked people: the chosen one, else check marks for up to two (PD-76). One person and their
 * guests have no ranks.
 */
export function boardViewOf(chosen: BoardView | null, peopleCount: number): BoardView {
  if (peopleCount < 2) return 'kept';
  return chosen ?? (peopleCount < RANKS_FROM ? 'kept' : 'ranks');
}

/** Returns a sentence, kind about no kept week (PD-76). Its only markup is `<strong>`. Cost: n in the marks. */
export function keptStatus(marks: readonly WeekMark[]): string {
  const kept = marks.filter((mark) => mark === 'kept').length;
  const closed = kept + marks.filter((mark) => mark === 'missed').length;
  if (kept === 0) return 'This week is a <strong>fresh start</strong>.';
  if (closed === 1) return 'You stayed under budget in your <strong>first week</strong>.';
  return `You stayed under budget in <strong>${kept} of ${closed}</strong> weeks.`;
}
