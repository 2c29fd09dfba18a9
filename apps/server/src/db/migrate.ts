import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { inTransaction, type DatabasePool } from './database.ts';

/** Taken while migrations are applied, so that processes that start together apply them once. Any fixed number will do. */
const MIGRATION_LOCK = 7_246_554;

/**
 * Brings the schema up to date. `migrationsFolder` is where drizzle-kit wrote them. Safe to call from many processes at once.
 */
export async function migrate(db: DatabasePool, migrationsFolder: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.$client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await applyMigrations(tx, { migrationsFolder });
  });
}
