import { listLostServers, listMisplacedTables, hasCitus } from '../../db/distribution/cluster.ts';
import type { DatabasePool } from '../../db/database.ts';
import { fine, wrong, type Finding } from '../../monitoring/finding.ts';

/** Looks at the servers of a cluster, and where its tables are. Empty for one PostgreSQL. */
export async function clusterFindings(db: DatabasePool): Promise<Finding[]> {
  if (!(await hasCitus(db))) return [];
  const misplaced = await listMisplacedTables(db);
  const lost = await listLostServers(db);
  if (lost === null) return [wrong('cluster', 'Not all database servers answer. Look at each of them.')];
  const findings = lost.map(({ id, address, reason }) =>
    wrong(
      'cluster',
      `Database server ${id} at ${address} can’t be used: ${reason}. Its users can’t work until it runs.`,
    ),
  );
  if (misplaced.length > 0) {
    findings.push(
      wrong(
        'cluster',
        `These tables are not in their places: ${misplaced.join(', ')}. Stop the servers and run "npm run admin -- distribute".`,
      ),
    );
  }
  return findings.length > 0
    ? findings
    : [fine('cluster', 'Its database servers answer, and no table is in the wrong place.')];
}
