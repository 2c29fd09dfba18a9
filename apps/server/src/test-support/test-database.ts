import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import type pg from 'pg';
import { inject } from 'vitest';
import { openPool, type DatabasePool } from '../db/database.ts';
import { placementOf, TABLE_PLACEMENT } from '../db/distribution/table-placement.ts';
import { checkStatements } from './checked-pool.ts';
import { onEachNode } from './cluster-nodes.ts';
import { urlOfDatabase } from './global-setup.ts';
import { checkPlans } from './statement-plans.ts';

/** A migrated database without users, unless cloned from another template. */
export interface TestDatabase {
  /** Through the pooler if the suite runs with one. */
  url: string;
  directUrl: string;
  /** For the test's own statements. */
  db: DatabasePool;
  /** For the product's: it refuses each statement that would ask all servers of a cluster. */
  checkedDb: DatabasePool;
  /** Deletes all rows but those of an empty installation. */
  empty(): Promise<void>;
  /** Throws if a statement was refused. */
  drop(): Promise<void>;
}

/** Deletes in any order, and in one statement. Superusers may switch foreign keys off. */
const EMPTY = `do $$ declare name text; begin
  set local session_replication_role = replica;
  for name in select format('%I.%I', schemaname, tablename) from pg_tables
    where schemaname = 'public' or (schemaname = 'pgboss' and tablename like 'job%')
  loop execute 'delete from ' || name; end loop; end $$`;

/** Ignores connections that the server ends when it drops the database. */
export async function createTestDatabase(template = inject('templateDatabase')): Promise<TestDatabase> {
  const postgresUrls = inject('postgresUrls');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Only our own template is divided among the servers of a cluster.
  const servers = template === inject('templateDatabase') ? postgresUrls : postgresUrls.slice(0, 1);
  const isCluster = servers.length > 1;
  await onEachNode(servers, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const directUrl = urlOfDatabase(servers[0] ?? '', name);
  const poolerUrl = process.env['TEST_POOLER_URL'];
  const url = poolerUrl === undefined ? directUrl : urlOfDatabase(poolerUrl, name);
  const isPooled = url !== directUrl;
  const open = () => openPool(url, () => undefined, { isPooled, preparesStatements: !isPooled });
  const [db, checkedDb] = [open(), open()];
  const problems: Error[] = [];
  const onProblem = (problem: Error) => {
    problems.push(problem);
  };
  const plans = isCluster ? checkPlans(db.$client, onProblem) : null;
  checkStatements(checkedDb.$client, { onProblem, onBound: plans?.check, onListed: noteUse });
  return {
    url,
    directUrl,
    db,
    checkedDb,
    empty: async () => {
      if (isCluster) await emptyCluster(db.$client);
      else await db.$client.query(EMPTY);
    },
    drop: async () => {
      await plans?.finish();
      await Promise.all([db.$client.end(), checkedDb.$client.end()]);
      await onEachNode(servers, `DROP DATABASE ${name} WITH (FORCE)`);
      if (problems.length > 0) {
        throw new AggregateError(problems, problems.map(({ message }) => message).join('\n'));
      }
    },
  };
}

const noted = new Set<RegExp>();

/** For the end of the run, which requires that each statement of the list was sent. */
function noteUse(pattern: RegExp): void {
  if (noted.has(pattern)) return;
  noted.add(pattern);
  appendFileSync(inject('sentStatements'), `${pattern.source}\n`);
}

/** Citus neither switches foreign keys off on other servers nor changes all tables in one block. */
async function emptyCluster(pool: pg.Pool): Promise<void> {
  await pool.query('delete from users');
  const others = Object.keys(TABLE_PLACEMENT).filter((table) => placementOf(table) !== 'by-user');
  for (const table of [...others, 'pgboss.job']) await pool.query(`delete from ${table}`);
}
