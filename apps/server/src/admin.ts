import { identityAdmin } from '@oinkly/identity-provider';
import { findRunningPostgres, startLocalPostgres, type LocalDatabase } from '@oinkly/local-postgres';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Admin, TokenKeyRing } from './admin/admin.ts';
import { AdminError, UsageError } from './admin/admin-error.ts';
import { deleteAccountCommand } from './admin/delete-account.ts';
import { forgetLostTokensCommand } from './admin/forget-lost-tokens.ts';
import { HELP, readCommandLine, type AdminCommand } from './admin/command-line.ts';
import { listUsersCommand } from './admin/list-users.ts';
import { resetPasswordCommand } from './admin/reset-password.ts';
import { rotateKeysCommand, rotateLoginKeysCommand } from './admin/rotate-keys.ts';
import { signOutCommand } from './admin/sign-out.ts';
import { readConfig, type Config } from './config.ts';
import { closePool, openPool } from './db/database.ts';
import { IDENTITY_PART } from './db/identity-part.ts';
import { ageOfSchema, NEWER_DATABASE } from './db/migrate.ts';
import { explainFailedStart } from './failed-start.ts';
import { addHomeKey, dropOldHomeKeys, readHomeKeys } from './home-keys.ts';

const MIGRATIONS_DIR = fileURLToPath(new URL('./db/migrations', import.meta.url));
const CLOSE_GRACE_MS = 1_000;
const FAILED = 1;
const MISUSED = 2;

async function perform(admin: Admin, command: Exclude<AdminCommand, { name: 'help' }>): Promise<string> {
  switch (command.name) {
    case 'users':
      return listUsersCommand(admin, command.text);
    case 'reset-password':
      return resetPasswordCommand(admin, command);
    case 'sign-out':
      return signOutCommand(admin, command.who);
    case 'delete':
      return deleteAccountCommand(admin, command);
    case 'rotate-keys':
      return rotateKeysCommand(admin);
    case 'forget-lost-tokens':
      return forgetLostTokensCommand(admin, command);
    case 'rotate-sign-in-keys':
      return rotateLoginKeysCommand(admin, command.dropOld);
  }
}

async function withAdmin<T>(config: Config, work: (admin: Admin) => Promise<T>): Promise<T> {
  const cleanUps: (() => Promise<void>)[] = [];
  try {
    const { databaseUrl, identityDatabaseUrl } = config.databaseUrl
      ? { databaseUrl: config.databaseUrl, identityDatabaseUrl: config.databaseUrl }
      : await openHomeDatabase(config, cleanUps);
    const db = openPool(databaseUrl, printLostConnection);
    cleanUps.push(() => closePool(db, CLOSE_GRACE_MS));
    const age = await ageOfSchema(db, MIGRATIONS_DIR);
    if (age === 'newer') throw new AdminError(NEWER_DATABASE);
    // Migrating here would break a running server of the older version.
    if (age === 'older') {
      throw new AdminError('An older version wrote this database: start the new server once to update it.');
    }
    const identities = identityAdmin({
      databaseUrl: identityDatabaseUrl,
      clock: () => new Date(),
      onIdleError: printLostConnection,
    });
    cleanUps.push(() => identities.close());
    const issuerElsewhere = config.oidc?.issuer.href ?? null;
    return await work({ db, databaseUrl, identities, issuerElsewhere, tokenKeys: keyRingOf(config) });
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

async function openHomeDatabase(
  { dataDir }: Config,
  cleanUps: (() => Promise<void>)[],
): Promise<{ databaseUrl: string; identityDatabaseUrl: string }> {
  const folder = join(dataDir, 'postgres');
  if (!existsSync(folder)) {
    throw new AdminError(
      `There is no database in ${dataDir}: set DATA_DIR as for the server, or start the server first.`,
    );
  }
  const running = await findRunningPostgres(folder);
  if (running !== null) return addressesOf(running);
  const local = await startLocalPostgres({ dataDir: folder, parts: [IDENTITY_PART] });
  cleanUps.push(() => local.stop());
  return addressesOf(local);
}

function addressesOf(database: LocalDatabase): { databaseUrl: string; identityDatabaseUrl: string } {
  return {
    databaseUrl: database.connectionString,
    identityDatabaseUrl: database.connectionStringOf(IDENTITY_PART.schema),
  };
}

function keyRingOf({ tokenKeys, dataDir }: Config): TokenKeyRing {
  return tokenKeys
    ? { read: async () => tokenKeys, forRotation: async () => tokenKeys, dropOld: null }
    : {
        read: () => readHomeKeys(dataDir),
        forRotation: () => addHomeKey(dataDir),
        dropOld: () => dropOldHomeKeys(dataDir),
      };
}

function printLostConnection(error: Error): void {
  console.error(`A connection to the database broke: ${error.message}`);
}

async function run(): Promise<void> {
  const command = readCommandLine(process.argv.slice(2));
  console.log(
    command.name === 'help' ? HELP : await withAdmin(readConfig(), (admin) => perform(admin, command)),
  );
}

run().catch((error: unknown) => {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${HELP}`);
  else if (error instanceof AdminError) console.error(error.message);
  else explainFailedStart(error);
  process.exitCode = error instanceof UsageError ? MISUSED : FAILED;
});
