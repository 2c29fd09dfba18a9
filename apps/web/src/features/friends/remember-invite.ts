import { STORAGE_KEY, type PendingInvite } from './pending-invite.ts';

/** An accepted invitation survives log-in, sign-up and onboarding (PD-91). */
export function rememberInvite(code: string): void {
  const pending: PendingInvite = { code, at: Date.now() };
  window.localStorage.setItem(STORAGE_KEY, JSON.stringify(pending));
}

export function forgetInvite(): void {
  window.localStorage.removeItem(STORAGE_KEY);
}
