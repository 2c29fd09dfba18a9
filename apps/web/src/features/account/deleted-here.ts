import { fieldOf } from '../../shared/http/api-error.ts';

const KEY = 'oinkly.deleted';
const STATE = 'wasAccountDeleted';

/** Lets the goodbye page tell the owner of a deleted account from other visitors. Call it after the storage was cleared. */
export function noteDeletion(): void {
  window.sessionStorage.setItem(KEY, '1');
}

/** Whether this page follows a deletion. Moves the note to the page's history entry, so that the storage stays empty and a reload knows. */
export function followsDeletion(): boolean {
  if (window.sessionStorage.getItem(KEY) !== null) {
    window.sessionStorage.removeItem(KEY);
    window.history.replaceState({ [STATE]: true }, '');
  }
  return fieldOf(window.history.state, STATE) === true;
}
