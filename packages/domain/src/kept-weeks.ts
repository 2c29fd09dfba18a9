/** The views of a board that a viewer chooses from: ranks, or check marks for the weeks that each user kept (PD-76). */
export const BOARD_VIEWS = ['ranks', 'kept'] as const;

export type BoardView = (typeof BOARD_VIEWS)[number];

/**
 * The sentence above the check marks on the user's own weeks (PD-76), for `kept` of `closed` weeks. It is kind about none. Its only markup is
 * `<strong>`.
 */
export function keptStatus(kept: number, closed: number): string {
  if (kept === 0) return 'This week is a <strong>fresh start</strong>.';
  if (closed === 1) return 'You <strong>kept</strong> your first week.';
  return `You kept <strong>${kept} of ${closed}</strong> weeks.`;
}
