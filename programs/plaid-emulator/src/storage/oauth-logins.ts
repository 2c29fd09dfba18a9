import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { integer, type Row, text, textOrNull } from '@oinkly/test-banks/columns';
import { z } from 'zod';

const oauthAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('granted'), username: z.string() }),
  z.object({ kind: z.literal('refused') }),
  /** `code` is Plaid's. */
  z.object({ kind: z.literal('failed'), code: z.string() }),
]);

export type OauthAnswer = z.infer<typeof oauthAnswer>;

export interface OauthLogin {
  /** Sent back in the redirect. */
  oauthStateId: string;
  linkSessionId: string;
  answer: OauthAnswer | null;
  /** Link has used the answer. */
  isProcessed: boolean;
  /** Null for all. */
  masks: string[] | null;
}

function toLogin(row: Row): OauthLogin {
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

export function insertOauthLogin(database: DatabaseSync, linkSessionId: string): string {
  const oauthStateId = randomUUID();
  database
    .prepare('INSERT INTO oauth_visits (oauth_state_id, link_session_id) VALUES (?, ?)')
    .run(oauthStateId, linkSessionId);
  return oauthStateId;
}

export function findOauthLogin(database: DatabaseSync, oauthStateId: string): OauthLogin | null {
  const row = database.prepare('SELECT * FROM oauth_visits WHERE oauth_state_id = ?').get(oauthStateId);
  return row === undefined ? null : toLogin(row);
}

export function findLastOauthLogin(database: DatabaseSync, linkSessionId: string): OauthLogin | null {
  const row = database
    .prepare('SELECT * FROM oauth_visits WHERE link_session_id = ? ORDER BY rowid DESC LIMIT 1')
    .get(linkSessionId);
  return row === undefined ? null : toLogin(row);
}

/** False unless it is the first decision. */
export function answerOauthLogin(database: DatabaseSync, oauthStateId: string, answer: OauthAnswer): boolean {
  const { changes } = database
    .prepare('UPDATE oauth_visits SET answer = ? WHERE oauth_state_id = ? AND answer IS NULL')
    .run(JSON.stringify(answer), oauthStateId);
  return changes === 1;
}

export function selectAccounts(database: DatabaseSync, oauthStateId: string, masks: readonly string[]): void {
  database
    .prepare('UPDATE oauth_visits SET masks = ? WHERE oauth_state_id = ?')
    .run(JSON.stringify(masks), oauthStateId);
}

/** False if the answer was used before. */
export function processOauthLogin(database: DatabaseSync, oauthStateId: string): boolean {
  const { changes } = database
    .prepare('UPDATE oauth_visits SET processed = 1 WHERE oauth_state_id = ? AND processed = 0')
    .run(oauthStateId);
  return changes === 1;
}
