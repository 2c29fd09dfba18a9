import { inTransaction, type DatabasePool } from '../database.ts';
import { distributionColumnOf, placementOf, TABLE_PLACEMENT, type Placement } from './table-placement.ts';

/** Why a database can't be distributed: one sentence for the operator. */
export class DistributionError extends Error {
  override readonly name = 'DistributionError';
}

type Report = (line: string) => void;

const ROOT = 'users';

/**
 * Places all tables on the servers of a Citus cluster, each in a transaction of its own. Idempotent, so an interrupted
 * call can be repeated. `report` receives a line for each table. Throws a `DistributionError`.
 */
export async function distributeTables(db: DatabasePool, report: Report): Promise<void> {
  if (!(await hasCitus(db))) {
    throw new DistributionError(
      'This database has no Citus. Run "CREATE EXTENSION citus" on every server, add the servers with citus_add_node, and try again.',
    );
  }
  for (const table of await tablesInOrder(db)) {
    const wanted = placementOf(table) ?? 'coordinator';
    const placed = await readPlaces(db);
    const place = placed.get(table)?.placement ?? 'coordinator';
    if (place !== wanted) {
      if (place !== 'coordinator') throw misplaced(table);
      await placeTable(db, table, wanted);
    } else if (wanted === 'by-user' && placed.get(table)?.group !== placed.get(ROOT)?.group) {
      throw misplaced(table);
    }
    report(`${table}: ${WORDS[wanted]}${place === wanted ? ', as before' : ''}`);
  }
  for (const table of Object.keys(TABLE_PLACEMENT)) {
    if (placementOf(table) !== 'coordinator') await dropHiddenRows(db, table);
  }
}

const WORDS: Record<Placement, string> = {
  'by-user': 'divided by user',
  everywhere: 'copied to every server',
  coordinator: 'stays on this server',
};

function misplaced(table: string): DistributionError {
  return new DistributionError(
    `The table ${table} is already distributed in another way: run undistribute_table('${table}') first.`,
  );
}

async function hasCitus({ $client }: DatabasePool): Promise<boolean> {
  const { rows } = await $client.query("SELECT 1 WHERE to_regclass('pg_dist_partition') IS NOT NULL");
  return rows.length > 0;
}

interface Place {
  placement: Placement;
  /** Tables of one group keep equal users on one server. */
  group: number;
}

/** Where the cluster's catalog says that tables are. */
async function readPlaces({ $client }: DatabasePool): Promise<Map<string, Place>> {
  const { rows } = await $client.query<{ table: string; method: string; replication: string; group: number }>(
    `SELECT logicalrelid::regclass::text AS table, partmethod AS method, repmodel AS replication, colocationid AS group
     FROM pg_dist_partition`,
  );
  return new Map(
    rows.map(({ table, method, replication, group }) => {
      // Citus also lists tables of this server that it knows.
      const placement = method === 'h' ? 'by-user' : replication === 't' ? 'everywhere' : 'coordinator';
      return [table, { placement, group }];
    }),
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
  for (const table of [ROOT, ...Object.keys(TABLE_PLACEMENT)]) add(table);
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
        table === ROOT ? 'none' : ROOT,
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
