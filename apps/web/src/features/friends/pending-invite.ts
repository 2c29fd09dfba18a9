export const STORAGE_KEY = 'oinkly.invite';
/** Older invitations are ignored. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

export interface PendingInvite {
  code: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Returns the code of the invitation stored on this device, or null. */
export function pendingInvite(): string | null {
  const text = window.localStorage.getItem(STORAGE_KEY);
  if (text === null) return null;
  // Only `rememberInvite` writes it.
  const { code, at } = JSON.parse(text) as PendingInvite;
  return Date.now() - at < MAX_AGE_MS ? code : null;
}
