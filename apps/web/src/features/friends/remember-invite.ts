import { STORAGE_KEY, type PendingInvite } from './pending-invite.ts';

/** Remembers an invitation on this device, so that it outlives signing up and setting up (PD-27). */
export function rememberInvite(code: string): void {
  const pending: PendingInvite = { code, at: Date.now() };
  window.localStorage.setItem(STORAGE_KEY, JSON.stringify(pending));
}

/** Forgets the invitation, once it is answered. */
export function forgetInvite(): void {
  window.localStorage.removeItem(STORAGE_KEY);
}
