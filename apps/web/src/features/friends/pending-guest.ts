import { fieldOf } from '../../shared/http/api-error.ts';
import { jsonIn } from '../../shared/json-in.ts';

const STORAGE_KEY = 'oinkly.guest-account';
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

/** The token of the guest's link from which this browser went to create an account, until it becomes a friendship (PD-104). */
export function pendingGuest(): string | null {
  const stored = jsonIn(window.localStorage.getItem(STORAGE_KEY));
  const [token, at] = [fieldOf(stored, 'token'), fieldOf(stored, 'at')];
  return typeof token === 'string' && typeof at === 'number' && Date.now() - at < MAX_AGE_MS ? token : null;
}

/** Survives log-in, sign-up and onboarding. */
export function rememberGuest(token: string): void {
  window.localStorage.setItem(STORAGE_KEY, JSON.stringify({ token, at: Date.now() }));
}

export function forgetGuest(): void {
  window.localStorage.removeItem(STORAGE_KEY);
}
