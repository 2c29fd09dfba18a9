/** Ranks, or check marks for kept weeks (PD-76). */
export const BOARD_VIEWS = ['ranks', 'kept'] as const;

export type BoardView = (typeof BOARD_VIEWS)[number];

/** Kind about no kept week (PD-76). Its only markup is `<strong>`. */
export function keptStatus(kept: number, closed: number): string {
  if (kept === 0) return 'This week is a <strong>fresh start</strong>.';
  if (closed === 1) return 'You <strong>kept</strong> your first week.';
  return `You kept <strong>${kept} of ${closed}</strong> weeks.`;
}
