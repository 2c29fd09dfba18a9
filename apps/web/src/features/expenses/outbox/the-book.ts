import { OutboxBook } from './outbox-book.ts';

export const book = new OutboxBook(
  window.localStorage,
  Date.now,
  async () => (await import('./stored-entry.ts')).readStoredEntry,
);
