import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { providerLinks } from '../../db/tables/banking.tables.ts';

export async function countLink(db: Database, provider: string): Promise<void> {
  await db
    .insert(providerLinks)
    .values({ provider, used: 1 })
    .onConflictDoUpdate({ target: providerLinks.provider, set: { used: sql`${providerLinks.used} + 1` } });
}

export async function readUsedLinks(db: Database, provider: string): Promise<number> {
  const [row] = await db
    .select({ used: providerLinks.used })
    .from(providerLinks)
    .where(eq(providerLinks.provider, provider));
  return row?.used ?? 0;
}
