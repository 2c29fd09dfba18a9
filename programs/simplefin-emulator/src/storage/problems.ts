import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { integer, type Row, text, textOrNull } from '@oinkly/test-banks/columns';

/** An error that every answer reports until it is cleared. */
export interface Problem {
  problemId: string;
  tokenId: string;
  /** Null for one of the whole token. */
  connId: string | null;
  accountId: string | null;
  code: string;
  message: string;
  messageField: 'msg' | 'message';
  /** Whether answers leave its accounts out. */
  hidesAccounts: boolean;
}

function toProblem(row: Row): Problem {
  return {
    problemId: text(row, 'problem_id'),
    tokenId: text(row, 'token_id'),
    connId: textOrNull(row, 'conn_id'),
    accountId: textOrNull(row, 'account_id'),
    code: text(row, 'code'),
    message: text(row, 'message'),
    messageField: text(row, 'message_field') === 'message' ? 'message' : 'msg',
    hidesAccounts: integer(row, 'hides_accounts') === 1,
  };
}

/** Returns the problem's id. */
export function insertProblem(database: DatabaseSync, problem: Omit<Problem, 'problemId'>): string {
  const problemId = randomUUID();
  database
    .prepare(
      `INSERT INTO problems (problem_id, token_id, conn_id, account_id, code, message, message_field, hides_accounts)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      problemId,
      problem.tokenId,
      problem.connId,
      problem.accountId,
      problem.code,
      problem.message,
      problem.messageField,
      problem.hidesAccounts ? 1 : 0,
    );
  return problemId;
}

/** Oldest first. */
export function listProblems(database: DatabaseSync, tokenId: string): Problem[] {
  return database
    .prepare('SELECT * FROM problems WHERE token_id = ? ORDER BY rowid')
    .all(tokenId)
    .map(toProblem);
}

/** Clears one problem, or all of the token without an id. Returns how many there were. */
export function deleteProblems(database: DatabaseSync, tokenId: string, problemId: string | null): number {
  return Number(
    database
      .prepare('DELETE FROM problems WHERE token_id = ? AND problem_id = coalesce(?, problem_id)')
      .run(tokenId, problemId).changes,
  );
}
