const STORAGE_KEY = 'oinkly.invite';
/** After that, whoever signs up on this device is not asked about it. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

interface PendingInvite {
  code: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Remembers an invitation on this device, so that it outlives signing up and setting up (PD-27). */
export function rememberInvite(code: string): void {
  const pending: PendingInvite = { code, at: Date.now() };
  window.localStorage.setItem(STORAGE_KEY, JSON.stringify(pending));
}

/** The code of the invitation that waits on this device; null when there is none. */
export function pendingInvite(): string | null {
  const text = window.localStorage.getItem(STORAGE_KEY);
  if (text === null) return null;
  // Nobody but `rememberInvite` writes here.
  const { code, at } = JSON.parse(text) as PendingInvite;
  return Date.now() - at < MAX_AGE_MS ? code : null;
}

/** The invitation was answered. */
export function forgetInvite(): void {
  window.localStorage.removeItem(STORAGE_KEY);
}
