import { inTransaction, type DatabasePool } from '../database.ts';
import { hasCitus, isInPlace, listLostServers, readPlaces, ROOT_TABLE } from './cluster.ts';
import { distributionColumnOf, placementOf, TABLE_PLACEMENT, type Placement } from './table-placement.ts';

/** Why a database can't be distributed: one sentence for the operator. */
export class DistributionError extends Error {
  override readonly name = 'DistributionError';
}

type Report = (line: string) => void;

/**
 * Places all tables on the servers of a Citus cluster, each in a transaction of its own. Idempotent, so an interrupted
 * call can be repeated. `report` receives a line for each table. Throws a `DistributionError`.
 */
export async function distributeTables(db: DatabasePool, report: Report): Promise<void> {
  await requireServers(db);
  for (const table of await tablesInOrder(db)) {
    const wanted = placementOf(table) ?? 'coordinator';
    const places = await readPlaces(db);
    const wasInPlace = isInPlace(table, places);
    if (!wasInPlace) {
      if ((places.get(table)?.placement ?? 'coordinator') !== 'coordinator') throw misplaced(table);
      await withReason(`The table ${table} could not be placed`, () => placeTable(db, table, wanted));
    }
    report(`${table}: ${WORDS[wanted]}${wasInPlace ? ', as before' : ''}`);
  }
  for (const table of Object.keys(TABLE_PLACEMENT)) {
    if (placementOf(table) === 'coordinator') continue;
    await withReason(`The old rows of ${table} could not be dropped`, () => dropHiddenRows(db, table));
  }
}

async function requireServers(db: DatabasePool): Promise<void> {
  if (!(await hasCitus(db))) {
    throw new DistributionError(
      'This database has no Citus. Run "CREATE EXTENSION citus" on every server, add the servers with citus_add_node, and try again.',
    );
  }
  const { rows } = await db.$client.query('SELECT FROM citus_get_active_worker_nodes()');
  if (rows.length === 0) {
    throw new DistributionError(
      'This cluster has no server to divide the tables among. Add the servers with citus_add_node, and try again.',
    );
  }
  const lost = await withReason('The servers could not be asked', () => listLostServers(db));
  if (lost === null) throw new DistributionError('Not all servers of this cluster answer.');
  if (lost.length > 0) {
    const sentences = lost.map(({ address, reason }) => `The server ${address} can't be used: ${reason}.`);
    throw new DistributionError(
      `${sentences.join(' ')} It needs the same database and role as here, and must let this server in without a prompt.`,
    );
  }
}

/** Makes a database's refusal a sentence for the operator. */
async function withReason<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new DistributionError(`${what}: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
}

const WORDS: Record<Placement, string> = {
  'by-user': 'divided by user',
  everywhere: 'copied to every server',
  coordinator: 'stays on this server',
};

function misplaced(table: string): DistributionError {
  return new DistributionError(
    `The table ${table} is already distributed in another way. Make a backup, restore it into a database without Citus, and distribute that.`,
  );
}

/** A table comes after those that its foreign keys name. */
async function tablesInOrder({ $client }: DatabasePool): Promise<string[]> {
  const { rows } = await $client.query<{ table: string; target: string }>(
    `SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS target FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conrelid <> confrelid`,
  );
  const targetsOf = Map.groupBy(rows, ({ table }) => table);
  const ordered = new Set<string>();
  const add = (table: string): void => {
    if (ordered.has(table)) return;
    for (const { target } of targetsOf.get(table) ?? []) add(target);
    ordered.add(table);
  };
  for (const table of [ROOT_TABLE, ...Object.keys(TABLE_PLACEMENT)]) add(table);
  return [...ordered];
}

async function placeTable(db: DatabasePool, table: string, placement: Placement): Promise<void> {
  await inTransaction(db, async ({ $client }) => {
    await $client.query('SET LOCAL statement_timeout = 0');
    if (placement === 'everywhere') await $client.query('SELECT create_reference_table($1)', [table]);
    else
      await $client.query('SELECT create_distributed_table($1, $2, colocate_with => $3)', [
        table,
        distributionColumnOf(table),
        table === ROOT_TABLE ? 'none' : ROOT_TABLE,
      ]);
  });
}

/** The rows that were here before: no query sees them, but a later migration would check them. */
async function dropHiddenRows(db: DatabasePool, table: string): Promise<void> {
  await inTransaction(db, async ({ $client }) => {
    await $client.query('SET LOCAL statement_timeout = 0');
    await $client.query('SELECT truncate_local_data_after_distributing_table($1)', [table]);
  });
}
