import type { DatabaseSync } from 'node:sqlite';
import { namedError } from '../named-errors.ts';
import { PlaidError } from '../plaid-error.ts';
import { type Change, type ChangeStream, lastSequence, listChanges } from '../storage/transactions.ts';
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts';

/** The cursor value that skips everything there is. */
const skipToNow = 'now';

function startOf(database: DatabaseSync, stream: ChangeStream, given: string): Cursor {
  const last = lastSequence(database, stream);
  if (given === '') return { stream, knownUpTo: 0, after: 0, upTo: last };
  if (given === skipToNow) return { stream, knownUpTo: last, after: last, upTo: last };
  const cursor = decodeCursor(given, stream);
  if (cursor === null || cursor.upTo > last) {
    throw new PlaidError('INVALID_REQUEST', 'INVALID_FIELD', 'cursor not associated with access_token');
  }
  if (cursor.after === cursor.upTo)
    return { stream, knownUpTo: cursor.after, after: cursor.after, upTo: last };
  if (cursor.upTo < last) {
    throw namedError('TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION');
  }
  return cursor;
}

/** One page of changes. */
interface ChangePage {
  changes: Change[];
  nextCursor: string;
  hasMore: boolean;
}

/**
 * Reads the page of a stream's changes that follows a cursor (`''` for the beginning). The same cursor gives the same
 * page for as long as the data stays the same. When the data changed in the middle of a traversal, reading on could miss
 * or repeat something: that is an error, and the caller starts again from where the traversal began.
 */
export function readChanges(
  database: DatabaseSync,
  stream: ChangeStream,
  cursor: string,
  count: number,
): ChangePage {
  const start = startOf(database, stream, cursor);
  const found = listChanges(database, stream, start, count + 1);
  const hasMore = found.length > count;
  const changes = found.slice(0, count);
  const after = hasMore ? (changes.at(-1)?.sequence ?? start.after) : start.upTo;
  const knownUpTo = hasMore ? start.knownUpTo : after;
  return { changes, hasMore, nextCursor: encodeCursor({ stream, knownUpTo, after, upTo: start.upTo }) };
}
