import { fieldOf } from '../../shared/http/api-error.ts';
import { jsonIn } from '../../shared/json-in.ts';

export const STORAGE_KEY = 'oinkly.accepted-invite';
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

export interface PendingInvite {
  code: string;
  /** In ms since the epoch. */
  at: number;
}

/** The code of the invitation that was accepted in this browser, until it becomes a friendship (PD-91). */
export function pendingInvite(): string | null {
  const stored = jsonIn(window.localStorage.getItem(STORAGE_KEY));
  const [code, at] = [fieldOf(stored, 'code'), fieldOf(stored, 'at')];
  return typeof code === 'string' && typeof at === 'number' && Date.now() - at < MAX_AGE_MS ? code : null;
}
