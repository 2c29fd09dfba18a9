import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { integer, type Row, text, textOrNull } from './columns.ts';

const oauthAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('granted'), username: z.string() }),
  z.object({ kind: z.literal('refused') }),
  /** The bank could not let the person in; `code` is an error of Plaid's. */
  z.object({ kind: z.literal('failed'), code: z.string() }),
]);

/** What came of a visit to a bank's own pages. */
export type OauthAnswer = z.infer<typeof oauthAnswer>;

/** A visit to the pages of a bank, in the middle of a Link session. */
export interface OauthVisit {
  /** What the person comes back with. */
  oauthStateId: string;
  linkSessionId: string;
  /** Null before the person has decided. */
  answer: OauthAnswer | null;
  /** Whether Link has taken the answer in. */
  isProcessed: boolean;
  /** The accounts that were chosen at the bank, by their masks; null for all. */
  masks: string[] | null;
}

function toVisit(row: Row): OauthVisit {
  const answer = textOrNull(row, 'answer');
  const masks = textOrNull(row, 'masks');
  return {
    oauthStateId: text(row, 'oauth_state_id'),
    linkSessionId: text(row, 'link_session_id'),
    answer: answer === null ? null : oauthAnswer.parse(JSON.parse(answer)),
    isProcessed: integer(row, 'processed') === 1,
    masks: masks === null ? null : z.array(z.string()).parse(JSON.parse(masks)),
  };
}

/** Begins a visit and answers its `oauth_state_id`. */
export function insertOauthVisit(database: DatabaseSync, linkSessionId: string): string {
  const oauthStateId = randomUUID();
  database
    .prepare('INSERT INTO oauth_visits (oauth_state_id, link_session_id) VALUES (?, ?)')
    .run(oauthStateId, linkSessionId);
  return oauthStateId;
}

/** The visit with an `oauth_state_id`, or null. */
export function findOauthVisit(database: DatabaseSync, oauthStateId: string): OauthVisit | null {
  const row = database.prepare('SELECT * FROM oauth_visits WHERE oauth_state_id = ?').get(oauthStateId);
  return row === undefined ? null : toVisit(row);
}

/** The visit of a session that was begun last, or null. */
export function findLastOauthVisit(database: DatabaseSync, linkSessionId: string): OauthVisit | null {
  const row = database
    .prepare('SELECT * FROM oauth_visits WHERE link_session_id = ? ORDER BY rowid DESC LIMIT 1')
    .get(linkSessionId);
  return row === undefined ? null : toVisit(row);
}

/** Stores what the person decided. The first answer counts; the result says whether this was it. */
export function answerOauthVisit(database: DatabaseSync, oauthStateId: string, answer: OauthAnswer): boolean {
  const { changes } = database
    .prepare('UPDATE oauth_visits SET answer = ? WHERE oauth_state_id = ? AND answer IS NULL')
    .run(JSON.stringify(answer), oauthStateId);
  return changes === 1;
}

/** Stores which accounts were chosen at the bank, in place of what was chosen before. */
export function selectAccounts(database: DatabaseSync, oauthStateId: string, masks: readonly string[]): void {
  database
    .prepare('UPDATE oauth_visits SET masks = ? WHERE oauth_state_id = ?')
    .run(JSON.stringify(masks), oauthStateId);
}

/** Notes that Link has taken the answer in. False when it had before. */
export function processOauthVisit(database: DatabaseSync, oauthStateId: string): boolean {
  const { changes } = database
    .prepare('UPDATE oauth_visits SET processed = 1 WHERE oauth_state_id = ? AND processed = 0')
    .run(oauthStateId);
  return changes === 1;
}
