import { fieldOf } from '../../shared/http/api-error.ts';
import { jsonIn } from '../../shared/json-in.ts';

/* The secret of a link is made here and sent: after a lost answer, the next try leads to the same link (PD-103). */

const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

function keyOf(request: string): string {
  return `oinkly.guest-secret ${request}`;
}

function storedSecret(request: string): string | null {
  const stored = jsonIn(window.localStorage.getItem(keyOf(request)));
  const [secret, at] = [fieldOf(stored, 'secret'), fieldOf(stored, 'at')];
  return typeof secret === 'string' && typeof at === 'number' && Date.now() - at < MAX_AGE_MS ? secret : null;
}

/** Returns the secret that this browser sends with the request, the same for a week or until `forgetGuestSecret`. */
export function guestSecret(request: string): string {
  const known = storedSecret(request);
  if (known !== null) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const secret = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
  window.localStorage.setItem(keyOf(request), JSON.stringify({ secret, at: Date.now() }));
  return secret;
}

/** Whether the request was sent and its answer did not arrive. */
export function hasGuestSecret(request: string): boolean {
  return storedSecret(request) !== null;
}

export function forgetGuestSecret(request: string): void {
  window.localStorage.removeItem(keyOf(request));
}
