import type pg from 'pg';
import { interceptStatements } from './intercept-statements.ts';

/** What a coordinator says whose other server is away. */
const LOST = { message: 'connection to the remote node app@second.example:5432 failed', code: '08006' };

/** Lets each statement fail that reads the board or the taps of one user. Returns a function that ends it. */
export function loseServerOf(userId: string, pool: pg.Pool): () => void {
  return interceptStatements(pool, ({ text, values }, send) => {
    const isAboutBoard = /from users u|tapped_weeks/.test(text) && values.flat().includes(userId);
    if (isAboutBoard) throw Object.assign(new Error(LOST.message), { code: LOST.code });
    return send();
  });
}
