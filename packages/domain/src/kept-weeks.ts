/** Ranks, or check marks for kept weeks (PD-76). */
export const BOARD_VIEWS = ['ranks', 'kept'] as const;

/** A closed week as friends see it: kept, not kept (or absent), or before the user joined. */
export const WEEK_MARKS = ['kept', 'missed', 'before'] as const;

export type WeekMark = (typeof WEEK_MARKS)[number];

export type BoardView = (typeof BOARD_VIEWS)[number];

/** Returns a sentence, kind about no kept week (PD-76). Its only markup is `<strong>`. Cost: n in the marks. */
export function keptStatus(marks: readonly WeekMark[]): string {
  const kept = marks.filter((mark) => mark === 'kept').length;
  const closed = marks.filter((mark) => mark !== 'before').length;
  if (kept === 0) return 'This week is a <strong>fresh start</strong>.';
  if (closed === 1) return 'You stayed under budget in your <strong>first week</strong>.';
  return `You stayed under budget in <strong>${kept} of ${closed}</strong> weeks.`;
}
