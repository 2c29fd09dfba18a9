import type { DatabaseSync } from 'node:sqlite';
import { integer, text } from '@oinkly/test-banks/columns';

/** Both have quotas of their own. */
export type RequestKind = 'all_accounts' | 'per_account';

export interface RecordedRequest {
  /** Never used again. */
  requestNumber: number;
  kind: RequestKind;
  atMs: number;
  /** As sent, without `?`. */
  query: string;
}

export function insertRequest(
  database: DatabaseSync,
  tokenId: string,
  request: Omit<RecordedRequest, 'requestNumber'>,
): void {
  database
    .prepare('INSERT INTO requests (token_id, kind, at_ms, query) VALUES (?, ?, ?, ?)')
    .run(tokenId, request.kind, request.atMs, request.query);
}

/** Deletes the token's requests up to a time, except the newest `kept` ones. */
export function deleteOldRequests(
  database: DatabaseSync,
  tokenId: string,
  { untilMs, kept }: { untilMs: number; kept: number },
): void {
  database
    .prepare(
      `DELETE FROM requests WHERE token_id = ? AND at_ms <= ? AND request_number <=
         (SELECT request_number FROM requests WHERE token_id = ? ORDER BY request_number DESC LIMIT 1 OFFSET ?)`,
    )
    .run(tokenId, untilMs, tokenId, kept);
}

/** The clock may have gone back, so there may be later requests. */
export function countRequestsWithin(
  database: DatabaseSync,
  tokenId: string,
  kind: RequestKind,
  { afterMs, untilMs }: { afterMs: number; untilMs: number },
): number {
  const row = database
    .prepare(
      'SELECT count(*) AS requests FROM requests WHERE token_id = ? AND kind = ? AND at_ms > ? AND at_ms <= ?',
    )
    .get(tokenId, kind, afterMs, untilMs);
  return row === undefined ? 0 : integer(row, 'requests');
}

/** Oldest first. */
export function listRequests(database: DatabaseSync, tokenId: string): RecordedRequest[] {
  return database
    .prepare('SELECT * FROM requests WHERE token_id = ? ORDER BY request_number')
    .all(tokenId)
    .map((row) => ({
      requestNumber: integer(row, 'request_number'),
      kind: text(row, 'kind') === 'per_account' ? 'per_account' : 'all_accounts',
      atMs: integer(row, 'at_ms'),
      query: text(row, 'query'),
    }));
}

export function deleteRequests(database: DatabaseSync, tokenId: string): void {
  database.prepare('DELETE FROM requests WHERE token_id = ?').run(tokenId);
}
