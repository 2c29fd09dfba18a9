import type { DatabaseSync } from 'node:sqlite';
import { namedError } from '../named-errors.ts';
import { PlaidError } from '../plaid-error.ts';
import { type Change, type ChangeStream, lastSequence, listChanges } from '../storage/transactions.ts';
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts';

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

interface ChangePage {
  changes: Change[];
  nextCursor: string;
  hasMore: boolean;
}

/**
 * A page ('' starts) is repeatable while the data is unchanged. Throws a mutation error when data changed
 * within a traversal; the caller restarts it.
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
