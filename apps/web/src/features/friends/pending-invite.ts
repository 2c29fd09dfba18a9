export const STORAGE_KEY = 'oinkly.invite';
/** After that, a newcomer on this device is not asked about it. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

export interface PendingInvite {
  code: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Returns the code of the invitation that waits on this device; null if there is none. */
export function pendingInvite(): string | null {
  const text = window.localStorage.getItem(STORAGE_KEY);
  if (text === null) return null;
  // Only `rememberInvite` writes here.
  const { code, at } = JSON.parse(text) as PendingInvite;
  return Date.now() - at < MAX_AGE_MS ? code : null;
}
