import type pg from 'pg';
import { z } from 'zod';
import type { OtherAccess } from './options.ts';
import type { Removable, Removals } from './pages/also-remove-fields.ts';
import { listPasskeys } from './storage/passkeys.ts';

/** A checkbox that is not checked is not sent. */
const checkbox = z
  .literal('on')
  .optional()
  .catch(undefined)
  .transform((value) => value === 'on');
const choices = z
  .object({ removesPasskeys: checkbox, removesOtherAccess: checkbox })
  .catch({ removesPasskeys: false, removesOtherAccess: false });

export function readRemovals(body: unknown): Removals {
  return choices.parse(body);
}

/** Returns what logs in, or acts, for the account without its password. */
export async function findRemovable(
  { pool, otherAccess }: { pool: pg.Pool; otherAccess?: OtherAccess | undefined },
  accountId: string,
): Promise<Removable> {
  return {
    passkeys: (await listPasskeys(pool, accountId)).length > 0,
    otherAccess: (await otherAccess?.exists(accountId)) === true ? otherAccess?.name : undefined,
  };
}
