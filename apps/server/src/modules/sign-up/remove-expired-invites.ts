import { lt } from 'drizzle-orm';
import { deleteExpired } from '../../db/delete-expired.ts';
import { signUpInvites } from '../../db/schema.ts';
import type { Deps } from '../deps.ts';

export async function removeExpiredInvites(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  await deleteExpired(db, signUpInvites.tokenHash, lt(signUpInvites.expiresAt, clock()), signal);
}
