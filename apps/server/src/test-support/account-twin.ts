import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { accountTwins, bankAccounts } from '../db/tables/banking.tables.ts';

/** Stores two disconnected accounts that the app asks about. Returns the question's id. */
export async function addAccountTwin(db: Database, userId: string, noticedAt: Date): Promise<string> {
  const [id, olderAccountId, youngerAccountId] = [randomUUID(), randomUUID(), randomUUID()];
  await db.insert(bankAccounts).values(
    [olderAccountId, youngerAccountId].map((accountId) => ({
      userId,
      id: accountId,
      provider: 'plaid',
      providerAccountId: accountId,
      institutionName: 'Twin Bank',
      name: 'Everyday',
      type: 'depository',
    })),
  );
  await db.insert(accountTwins).values({ userId, id, olderAccountId, youngerAccountId, noticedAt });
  return id;
}
