import { identityAdmin } from '@oinkly/identity-provider';
import { findRunningPostgres, startLocalPostgres, type LocalDatabase } from '@oinkly/local-postgres';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Admin, TokenKeyRing } from './admin/admin.ts';
import { AdminError, UsageError } from './admin/admin-error.ts';
import { backupCommand, restoreCommand, verifyCommand } from './admin/backup-commands.ts';
import { checkDatabase } from './admin/doctor/check-database.ts';
import { examine } from './admin/doctor/doctor.ts';
import { deleteAccountCommand } from './admin/delete-account.ts';
import { distributeCommand } from './admin/distribute.ts';
import { forgetLostTokensCommand } from './admin/forget-lost-tokens.ts';
import { HELP, readCommandLine, type AdminCommand } from './admin/command-line.ts';
import { inviteCommand, listInvitesCommand, revokeInviteCommand } from './admin/invite.ts';
import { listUsersCommand } from './admin/list-users.ts';
import { resetLinkCommand, resetPasswordCommand } from './admin/reset-password.ts';
import { resumeJobsCommand } from './admin/resume-jobs.ts';
import { rotateKeysCommand, rotateLoginKeysCommand } from './admin/rotate-keys.ts';
import { sendTestMailCommand } from './admin/send-test-mail.ts';
import { signOutCommand } from './admin/sign-out.ts';
import { BackupError } from './backup/backup-error.ts';
import { readConfig, type Config } from './start/config.ts';
import { closePool, openAppPool, type DatabasePool } from './db/database.ts';
import { IDENTITY_PART } from './db/identity-part.ts';
import { ageOfSchema, NEWER_DATABASE } from './db/migrate.ts';
import { explainFailedStart } from './start/failed-start.ts';
import { addHomeKey, dropOldHomeKeys, readHomeKeys } from './security/home-keys.ts';

const MIGRATIONS_DIR = fileURLToPath(new URL('./db/migrations', import.meta.url));
const CLOSE_GRACE_MS = 1_000;
const FAILED = 1;
const MISUSED = 2;

type BackupCommand = Extract<AdminCommand, { name: 'backup' | 'verify' | 'restore' }>;
type UserCommand = Exclude<AdminCommand, BackupCommand | { name: 'help' | 'doctor' | 'send-test-mail' }>;

async function perform(admin: Admin, command: UserCommand): Promise<string> {
  switch (command.name) {
    case 'users':
      return listUsersCommand(admin, command.text);
    case 'invite':
      return inviteCommand(admin);
    case 'invites':
      return listInvitesCommand(admin);
    case 'revoke-invite':
      return revokeInviteCommand(admin, command.id);
    case 'reset-password':
      return resetPasswordCommand(admin, command);
    case 'reset-link':
      return resetLinkCommand(admin, command.who);
    case 'sign-out':
      return signOutCommand(admin, command.who);
    case 'delete':
      return deleteAccountCommand(admin, command);
    case 'rotate-keys':
      return rotateKeysCommand(admin);
    case 'forget-lost-tokens':
      return forgetLostTokensCommand(admin, command);
    case 'resume-jobs':
      return resumeJobsCommand(admin);
    case 'distribute':
      return distributeCommand(admin);
    case 'rotate-sign-in-keys':
      return rotateLoginKeysCommand(admin, command.dropOld);
  }
}

/** Works on databases of older versions too, and changes nothing there. */
async function performBackup(config: Config, command: BackupCommand): Promise<string> {
  // Makes all files private.
  process.umask(0o077);
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => interruption.abort());
  switch (command.name) {
    case 'backup':
      return backupCommand(config, command, (work) => withDatabase(config, work), interruption.signal);
    case 'verify':
      return verifyCommand(config, command, MIGRATIONS_DIR);
    case 'restore':
      return restoreCommand(config, command, MIGRATIONS_DIR, interruption.signal);
  }
}

interface Databases {
  databaseUrl: string;
  identityDatabaseUrl: string;
}

interface OpenedDatabase extends Databases {
  db: DatabasePool;
  cleanUps: (() => Promise<void>)[];
}

async function withDatabase<T>(config: Config, work: (opened: OpenedDatabase) => Promise<T>): Promise<T> {
  const cleanUps: (() => Promise<void>)[] = [];
  try {
    const givenUrl = config.databaseDirectUrl ?? config.databaseUrl;
    const { databaseUrl, identityDatabaseUrl } = givenUrl
      ? { databaseUrl: givenUrl, identityDatabaseUrl: givenUrl }
      : await openHomeDatabase(config, cleanUps);
    const db = openAppPool(databaseUrl, printLostConnection);
    cleanUps.push(() => closePool(db, CLOSE_GRACE_MS));
    return await work({ db, databaseUrl, identityDatabaseUrl, cleanUps });
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

function withAdmin<T>(config: Config, work: (admin: Admin) => Promise<T>): Promise<T> {
  return withDatabase(config, async ({ db, databaseUrl, identityDatabaseUrl, cleanUps }) => {
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
    const { publicUrl, signUp } = config;
    const tokenKeys = keyRingOf(config);
    return work({ db, databaseUrl, identities, issuerElsewhere, tokenKeys, publicUrl, signUp });
  });
}

async function doctor(config: Config): Promise<string> {
  const { report, isWell } = await examine(config, (now) =>
    withDatabase(config, async ({ db }) => {
      const tokenKeys = await keyRingOf(config).read();
      return checkDatabase(config, { db, tokenKeys, migrationsFolder: MIGRATIONS_DIR, now });
    }),
  );
  if (!isWell) process.exitCode = FAILED;
  return report;
}

async function openHomeDatabase({ dataDir }: Config, cleanUps: (() => Promise<void>)[]): Promise<Databases> {
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

function addressesOf(database: LocalDatabase): Databases {
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
  console.log(await answerTo(readCommandLine(process.argv.slice(2))));
}

function answerTo(command: AdminCommand): Promise<string> | string {
  if (command.name === 'help') return HELP;
  if (command.name === 'doctor') return doctor(readConfig());
  if (command.name === 'send-test-mail') return sendTestMailCommand(readConfig(), command.to);
  if (isBackupCommand(command)) return performBackup(readConfig(), command);
  return withAdmin(readConfig(), (admin) => perform(admin, command));
}

function isBackupCommand(command: AdminCommand): command is BackupCommand {
  return ['backup', 'verify', 'restore'].includes(command.name);
}

run().catch((error: unknown) => {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${HELP}`);
  else if (error instanceof AdminError || error instanceof BackupError) console.error(error.message);
  else explainFailedStart(error);
  process.exitCode = error instanceof UsageError ? MISUSED : FAILED;
});
