/** Names the user whose answers are cached. */
const KEY = 'oinkly.user';

/** The user who was signed in when this browser last asked; null if none was. Makes no call. */
export function lastUserId(): string | null {
  return window.localStorage.getItem(KEY);
}

export function rememberUser(id: string | null): void {
  if (id === null) window.localStorage.removeItem(KEY);
  else window.localStorage.setItem(KEY, id);
}
