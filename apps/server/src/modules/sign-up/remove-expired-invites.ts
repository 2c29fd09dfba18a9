import { lt } from 'drizzle-orm';
import { deleteExpired } from '../../db/delete-expired.ts';
import { signUpInvites } from '../../db/tables/sign-up.tables.ts';
import type { Deps } from '../deps.ts';

export async function removeExpiredInvites(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  await deleteExpired(
    db,
    signUpInvites,
    signUpInvites.tokenHash,
    lt(signUpInvites.expiresAt, clock()),
    signal,
  );
}
