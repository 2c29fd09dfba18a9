export const STORAGE_KEY = 'oinkly.accepted-invite';
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

export interface PendingInvite {
  code: string;
  /** In ms since the epoch. */
  at: number;
}

/** The code of the invitation that was accepted in this browser, until it becomes a friendship (PD-91). */
export function pendingInvite(): string | null {
  const text = window.localStorage.getItem(STORAGE_KEY);
  if (text === null) return null;
  // Only `rememberInvite` writes it.
  const { code, at } = JSON.parse(text) as PendingInvite;
  return Date.now() - at < MAX_AGE_MS ? code : null;
}
