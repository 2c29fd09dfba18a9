import { lte } from 'drizzle-orm';
import { deleteExpiredOfUsers } from '../../db/delete-expired.ts';
import { personalTokens } from '../../db/tables/personal-tokens.tables.ts';
import type { Deps } from '../deps.ts';

export async function removeExpiredTokens(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  await deleteExpiredOfUsers(db, personalTokens, lte(personalTokens.expiresAt, clock()), signal);
}
