import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { firstSignUp, signUpInvites } from '../../db/tables/sign-up.tables.ts';
import { users } from '../../db/tables/readable-tables.ts';

export type InviteRow = typeof signUpInvites.$inferSelect;

export async function insertInvite(db: Database, invite: InviteRow): Promise<void> {
  await db.insert(signUpInvites).values(invite);
}

export async function hasInvite(db: Database, tokenHash: Buffer, now: Date): Promise<boolean> {
  return (await db.$count(signUpInvites, isValid(tokenHash, now))) > 0;
}

/** Lists the valid ones, oldest first. */
export async function listValidInvites(db: Database, now: Date): Promise<InviteRow[]> {
  return db
    .select()
    .from(signUpInvites)
    .where(gt(signUpInvites.expiresAt, now))
    .orderBy(asc(signUpInvites.createdAt));
}

/** Deletes it, so that it works once. A concurrent call waits for this transaction. */
export async function takeInvite(tx: Database, tokenHash: Buffer, now: Date): Promise<boolean> {
  const taken = await tx
    .delete(signUpInvites)
    .where(isValid(tokenHash, now))
    .returning({ tokenHash: signUpInvites.tokenHash });
  return taken.length > 0;
}

function isValid(tokenHash: Buffer, now: Date) {
  return and(eq(signUpInvites.tokenHash, tokenHash), gt(signUpInvites.expiresAt, now));
}

export async function awaitsFirstSignUp(db: Database): Promise<boolean> {
  const [signUp] = await db.select({ at: firstSignUp.at }).from(firstSignUp);
  return signUp === undefined && !(await hasUsers(db));
}

/** True for one call only, also if several run at once: they wait for this transaction. */
export async function takeFirstSignUp(tx: Database, now: Date): Promise<boolean> {
  const taken = await tx
    .insert(firstSignUp)
    .values({ at: now })
    .onConflictDoNothing()
    .returning({ at: firstSignUp.at });
  return taken.length > 0 && !(await hasUsers(tx));
}

async function hasUsers(db: Database): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length > 0;
}
