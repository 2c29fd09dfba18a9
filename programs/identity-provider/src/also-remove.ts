import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import type { OtherAccess } from './options.ts';
import type { Removable, Removals } from './pages/also-remove-fields.ts';
import { findAuthenticatorApp } from './storage/authenticator-apps.ts';
import { listPasskeys } from './storage/passkeys.ts';

/** A checkbox that is not checked is not sent. */
const checkbox = z
  .literal('on')
  .optional()
  .catch(undefined)
  .transform((value) => value === 'on');
const names = z.union([z.array(z.string()), z.string().transform((name) => [name])]).catch([]);
const choices = z
  .object({ removesPasskeys: checkbox, removesAuthenticatorApp: checkbox, removesOtherAccess: names })
  .catch({ removesPasskeys: false, removesAuthenticatorApp: false, removesOtherAccess: [] });

export function readRemovals(body: unknown): Removals {
  return choices.parse(body);
}

/** Returns what logs in, or acts, for the account without its password, and what its password needs besides. */
export async function findRemovable(
  { pool, otherAccess = [] }: { pool: pg.Pool; otherAccess?: readonly OtherAccess[] | undefined },
  accountId: string,
): Promise<Removable> {
  const exist = await Promise.all(otherAccess.map((kind) => kind.exists(accountId)));
  return {
    passkeys: (await listPasskeys(pool, accountId)).length > 0,
    authenticatorApp: (await findAuthenticatorApp(pool, accountId)) !== undefined,
    otherAccess: otherAccess.filter((_kind, index) => exist[index]).map(({ name }) => name),
  };
}

/** What of it the first proof of the email removes: someone else may have signed up with it. */
export function afterFirstProof(
  { passkeys, authenticatorApp, otherAccess }: Removable,
  kinds: readonly OtherAccess[],
): Removable {
  const going = endingWithFirstProof(kinds);
  return {
    passkeys: false,
    authenticatorApp: false,
    otherAccess: otherAccess.filter((name) => !going.includes(name)),
    goesAnyway: {
      passkeys,
      authenticatorApp,
      otherAccess: otherAccess.filter((name) => going.includes(name)),
    },
  };
}

/** The names of kinds that end with the first proof of the email. */
export function endingWithFirstProof(kinds: readonly OtherAccess[]): string[] {
  return kinds.filter((kind) => kind.endsWithFirstProof).map(({ name }) => name);
}

/** Removes each chosen kind, whatever becomes of the others. Returns the names of those removed, and of those that remain. */
export async function removeOtherAccess(
  otherAccess: readonly OtherAccess[],
  { removesOtherAccess }: Pick<Removals, 'removesOtherAccess'>,
  accountId: string,
  log: FastifyBaseLogger,
): Promise<{ removed: string[]; remaining: string[] }> {
  const [removed, remaining]: [string[], string[]] = [[], []];
  for (const kind of otherAccess.filter(({ name }) => removesOtherAccess.includes(name))) {
    try {
      await kind.remove(accountId);
      removed.push(kind.name);
    } catch (error) {
      log.error({ err: error, accountId, kind: kind.name }, 'The application could not remove other access');
      remaining.push(kind.name);
    }
  }
  return { removed, remaining };
}
