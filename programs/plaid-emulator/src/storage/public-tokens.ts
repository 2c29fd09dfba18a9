import type { DatabaseSync } from 'node:sqlite';
import { text, textOrNull } from '@oinkly/test-banks/columns';
import { newToken } from '../identifiers.ts';

/** Plaid's lifetime. */
const lifetimeMs = 30 * 60_000;

export function issuePublicToken(database: DatabaseSync, itemId: string, now: Date): string {
  const publicToken = newToken('public');
  database
    .prepare('INSERT INTO public_tokens (public_token, item_id, expires_at) VALUES (?, ?, ?)')
    .run(publicToken, itemId, new Date(now.getTime() + lifetimeMs).toISOString());
  return publicToken;
}

type Redemption = { outcome: 'redeemed'; itemId: string } | { outcome: 'unknown' | 'expired' | 'used' };

/** Redeems a token at most once, also under concurrent calls. */
export function redeemPublicToken(database: DatabaseSync, publicToken: string, now: Date): Redemption {
  const row = database.prepare('SELECT * FROM public_tokens WHERE public_token = ?').get(publicToken);
  if (row === undefined) return { outcome: 'unknown' };
  if (textOrNull(row, 'exchanged_at') !== null) return { outcome: 'used' };
  if (text(row, 'expires_at') <= now.toISOString()) return { outcome: 'expired' };
  const { changes } = database
    .prepare('UPDATE public_tokens SET exchanged_at = ? WHERE public_token = ? AND exchanged_at IS NULL')
    .run(now.toISOString(), publicToken);
  return changes === 1 ? { outcome: 'redeemed', itemId: text(row, 'item_id') } : { outcome: 'used' };
}
