const KEY = 'oinkly.deleted';

/** Lets the goodbye page tell the owner of a deleted account from other visitors. Call it after the storage was cleared. */
export function noteDeletion(): void {
  window.sessionStorage.setItem(KEY, '1');
}

/** Whether an account was deleted in this tab. */
export function wasDeletedHere(): boolean {
  return window.sessionStorage.getItem(KEY) !== null;
}
