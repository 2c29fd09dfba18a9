import { OutboxBook } from './outbox-book.ts';

/** The outbox of this browser. */
export const book = new OutboxBook(window.localStorage, Date.now);
