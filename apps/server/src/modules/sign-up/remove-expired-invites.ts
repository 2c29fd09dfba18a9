import { lt } from 'drizzle-orm';
import { deleteInParts } from '../../db/delete-in-parts.ts';
import { signUpInvites } from '../../db/schema.ts';
import type { Deps } from '../deps.ts';

export async function removeExpiredInvites(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  await deleteInParts(db, signUpInvites, lt(signUpInvites.expiresAt, clock()), signal);
}
