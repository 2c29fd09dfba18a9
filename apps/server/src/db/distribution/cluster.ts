import { isDatabaseUnavailable } from '../database-unavailable.ts';
import { inTransaction, type Database, type DatabasePool } from '../database.ts';
import { placementOf, TABLE_PLACEMENT, type Placement } from './table-placement.ts';

/* What the catalog of a Citus cluster says. */

/** All tables of users are on the server of their row here. */
export const ROOT_TABLE = 'users';

/** A probe waits two seconds, and a server without power refuses nothing. */
const CONNECTION_PATIENCE_MS = 500;
const ANSWER_PATIENCE_MS = 1_000;

export interface Place {
  placement: Placement;
  /** Tables of one group keep equal users on one server. */
  group: number;
}

export async function hasCitus({ $client }: Database): Promise<boolean> {
  const { rows } = await $client.query("SELECT 1 WHERE to_regclass('pg_dist_node') IS NOT NULL");
  return rows.length > 0;
}

/** Where the cluster's catalog says that tables are. */
export async function readPlaces({ $client }: DatabasePool): Promise<Map<string, Place>> {
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

/** Whether a table is where `TABLE_PLACEMENT` wants it. */
export function isInPlace(table: string, places: ReadonlyMap<string, Place>): boolean {
  const wanted = placementOf(table) ?? 'coordinator';
  const { placement, group } = places.get(table) ?? { placement: 'coordinator' };
  return placement === wanted && (wanted !== 'by-user' || group === places.get(ROOT_TABLE)?.group);
}

/** Lists the tables that a distributed database keeps in the wrong place, such as those that an update added. */
export async function listMisplacedTables(db: DatabasePool): Promise<string[]> {
  if (!(await hasCitus(db))) return [];
  const places = await readPlaces(db);
  if (!places.has(ROOT_TABLE)) return [];
  return Object.keys(TABLE_PLACEMENT).filter((table) => !isInPlace(table, places));
}

export interface LostServer {
  /** Its number in `pg_dist_node`. */
  id: number;
  /** Host and port. */
  address: string;
  reason: string;
}

/** Lists the servers of a cluster that the coordinator can't use; null if it can't say within a second. Asks all at once. */
export async function listLostServers(db: DatabasePool): Promise<LostServer[] | null> {
  if (!(await hasCitus(db))) return [];
  try {
    return await askServers(db);
  } catch (error) {
    // A server that takes connections may still not answer.
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  }
}

function askServers(db: DatabasePool): Promise<LostServer[]> {
  return inTransaction(db, async ({ $client }) => {
    await $client.query(
      `SELECT set_config('citus.node_connection_timeout', $1, true), set_config('statement_timeout', $2, true)`,
      [String(CONNECTION_PATIENCE_MS), String(ANSWER_PATIENCE_MS)],
    );
    const { rows } = await $client.query<LostServer>(
      `SELECT nodeid AS id, nodename || ':' || nodeport AS address, result AS reason
       FROM run_command_on_workers('SELECT 1') JOIN pg_dist_node USING (nodename, nodeport)
       WHERE NOT success ORDER BY nodeid`,
    );
    return rows;
  });
}
