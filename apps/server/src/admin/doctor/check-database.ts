import type { IdentityAdmin } from '@oinkly/identity-provider';
import { postgresEndOfLife } from '@oinkly/local-postgres';
import type { Config } from '../../start/config.ts';
import { ConfigError } from '../../errors/config-error.ts';
import { REFUSED_DATABASE, ageOfSchema } from '../../db/migrate.ts';
import type { DatabasePool } from '../../db/database.ts';
import { CLOCK_QUEUES } from '../../jobs/job-list.ts';
import { countParkedJobs, queueDatabase } from '../../jobs/unfinished-jobs.ts';
import { refuseLostKeys } from '../../start/lost-token-keys.ts';
import { TokenBox, type TokenKey } from '../../security/token-box.ts';
import { hasUsers } from '../../start/update-database.ts';
import { backupsFinding } from './backups-finding.ts';
import { clusterFindings } from './cluster-findings.ts';
import { clockFinding } from './clock-finding.ts';
import { fine, look, wrong, type Finding } from '../../monitoring/finding.ts';

const OLDEST_MAJOR = 15;
const EARLY_DAYS = 180;
const DAY_MS = 86_400_000;

/** Looks at the version, the tables, the time and the token keys. */
export async function checkDatabase(
  config: Config,
  {
    db,
    identities,
    tokenKeys,
    migrationsFolder,
    now,
  }: {
    db: DatabasePool;
    identities: Pick<IdentityAdmin, 'sampleAppSecrets'>;
    tokenKeys: TokenKey[];
    migrationsFolder: string;
    now: Date;
  },
): Promise<Finding[]> {
  const { rows } = await db.$client.query<{ number: number; at: Date; dataChecksums: string }>(
    `select current_setting('server_version_num')::integer as number, clock_timestamp() as at,
       current_setting('data_checksums') as "dataChecksums"`,
  );
  const [server] = rows;
  const version = server?.number ?? 0;
  const age = await ageOfSchema(db, migrationsFolder);
  const collation = await collationFinding(db);
  return [
    versionFinding(
      { isOwn: config.databaseUrl !== null, major: Math.floor(version / 10_000), minor: version % 10_000 },
      now,
    ),
    ...(collation ? [collation] : []),
    ...(await clusterFindings(db)),
    age === 'current'
      ? fine('tables', 'The tables are of this version.')
      : age === 'older'
        ? look('tables', 'The tables are of an older version. The next start of the server updates them.')
        : wrong('tables', REFUSED_DATABASE[age]),
    // The embedded one has this machine's.
    ...(config.databaseUrl ? [clockFinding('the database', server?.at ?? now, now)] : []),
    ...(age === 'current'
      ? [
          await keysFinding(config, { db, identities }, tokenKeys),
          await backupsFinding(config, await hasUsers(db), now),
          await parkedJobsFinding(db),
        ]
      : []),
  ];
}

/** Jobs and syncs that ended the server twice in a row. */
async function parkedJobsFinding(db: DatabasePool): Promise<Finding> {
  const parked = await countParkedJobs(queueDatabase(db), CLOCK_QUEUES);
  if (parked.length === 0) return fine('jobs', 'None is parked.');
  const names = parked.map(({ queue, jobs }) => `${queue} (${jobs})`);
  return wrong(
    'jobs',
    `These did not end twice in a row and are parked: ${names.join(', ')}. The log says when. After an update, run "npm run admin -- resume-jobs"; users try their banks again themselves.`,
  );
}

/** Says what to do about a version of PostgreSQL, which is the operator's own or the embedded one. */
export function versionFinding(
  { isOwn, major, minor }: { isOwn: boolean; major: number; minor: number },
  now: Date,
): Finding {
  const name = `${isOwn ? 'PostgreSQL' : 'The embedded PostgreSQL'} ${major}.${minor}`;
  const remedy = isOwn ? 'Move to a newer major version' : 'Update Oinkly';
  if (major < OLDEST_MAJOR) {
    return wrong('database', `${name} is too old: Oinkly needs ${OLDEST_MAJOR} or later.`);
  }
  const end = postgresEndOfLife(major);
  if (end === null) return fine('database', `${name} answers.`);
  const day = end.toISOString().slice(0, 10);
  if (end <= now) return wrong('database', `${name} has had no fixes since ${day}. ${remedy}.`);
  if (end.getTime() - now.getTime() < EARLY_DAYS * DAY_MS) {
    return look('database', `${name} gets fixes until ${day} only. ${remedy} before.`);
  }
  return fine('database', `${name} answers. It gets fixes until ${day}.`);
}

/**
 * An update of the operating system can change how texts are sorted. Indexes in the old order then miss rows. Null if the order is the
 * one that the database was made with.
 */
async function collationFinding(db: DatabasePool): Promise<Finding | null> {
  const { rows } = await db.$client.query<{ name: string; before: string; now: string }>(
    `select quote_ident(datname) as name, datcollversion as before, pg_database_collation_actual_version(oid) as now
     from pg_database
     where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)`,
  );
  const [changed] = rows;
  if (!changed) return null;
  const { name, before, now } = changed;
  return wrong(
    'sorting',
    `The system sorts texts by version ${now}, but the database was made with ${before}, so it may miss rows. Stop the server and run as the database’s owner: REINDEX DATABASE ${name}; ALTER DATABASE ${name} REFRESH COLLATION VERSION;`,
  );
}

async function keysFinding(
  config: Config,
  stored: Parameters<typeof refuseLostKeys>[0],
  tokenKeys: TokenKey[],
): Promise<Finding> {
  const place = config.tokenKeys ? 'TOKEN_KEYS' : 'token-keys';
  try {
    await refuseLostKeys(stored, new TokenBox(tokenKeys), place);
    return fine('token keys', 'They open what is stored sealed.');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return wrong('token keys', error.message);
  }
}
