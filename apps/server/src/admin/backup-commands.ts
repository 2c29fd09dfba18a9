import { Command } from '@commander-js/extra-typings';
import { stat } from 'node:fs/promises';
import { countRows, countUsers, TOKEN_KEYS, type Manifest } from '../backup/archive-format.ts';
import { createBackup } from '../backup/create-backup.ts';
import { isEncrypted } from '../backup/read-archive.ts';
import { restoreAtHome, restoreIntoDatabase, verifyBackup } from '../backup/restore-backup.ts';
import { readConfig, resolveTyped, type Config } from '../start/config.ts';
import { keysFile, tokenKeysOf } from '../security/home-keys.ts';
import type { TokenKey } from '../security/token-box.ts';
import { askNewPassphrase, askPassphrase } from './ask-passphrase.ts';
import type { Opener } from './open-installation.ts';

interface BackupOptions extends Pick<Opener, 'withDatabase'> {
  encrypt: boolean;
  withTokenKeys: boolean;
  signal: AbortSignal;
}

const FILE_QUESTION = 'Give the file of a backup.';

/** Works on databases of older versions too, and changes nothing there. */
export function backupCommand({ withDatabase }: Opener) {
  return new Command('backup')
    .argument('<file>', 'Give the name of a new file.')
    .option('--encrypt', 'asks for a passphrase')
    .option('--with-token-keys', 'adds the token keys to a file without a passphrase')
    .description('writes everything to a new file')
    .action(async (word, { encrypt = false, withTokenKeys = false }) => {
      const signal = startPrivately();
      console.log(await backUp(readConfig(), word, { encrypt, withTokenKeys, withDatabase, signal }));
    });
}

export function verifyCommand({ migrationsFolder }: Opener) {
  return new Command('verify')
    .argument('<file>', FILE_QUESTION)
    .description('checks that a backup is complete and unchanged')
    .action(async (word) => {
      startPrivately();
      console.log(await verify(readConfig(), word, migrationsFolder));
    });
}

export function restoreCommand({ migrationsFolder }: Opener) {
  return new Command('restore')
    .argument('<file>', FILE_QUESTION)
    .description('restores a backup into an empty place; stop the server first')
    .action(async (word) => {
      const signal = startPrivately();
      console.log(await restore(readConfig(), word, { migrationsFolder, signal }));
    });
}

/** Makes all files private. Returns what a signal to this process aborts. */
function startPrivately(): AbortSignal {
  process.umask(0o077);
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interruption.abort());
  return interruption.signal;
}

/** Throws a `BackupError`. */
async function backUp(
  config: Config,
  word: string,
  { encrypt, withTokenKeys, withDatabase, signal }: BackupOptions,
): Promise<string> {
  const file = resolveTyped(word);
  const passphrase = config.backupPassphrase ?? (encrypt ? await askNewPassphrase() : null);
  const tokenKeys = passphrase !== null || withTokenKeys ? await tokenKeysOf(config) : null;
  const manifest = await withDatabase(config, ({ databaseUrl, identityDatabaseUrl }) =>
    createBackup(
      { databaseUrl, identityDatabaseUrl, bankDir: config.runsTestBanks ? config.dataDir : null },
      { file, passphrase, tokenKeys, now: new Date(), signal },
    ),
  );
  const { size } = await stat(file);
  return [
    `Wrote ${file}: ${contentsOf(manifest)}, ${sizeOf(size)}.`,
    advice(passphrase !== null, tokenKeys),
  ].join('\n');
}

/** Throws a `BackupError`. */
async function verify(config: Config, word: string, migrationsFolder: string): Promise<string> {
  const file = resolveTyped(word);
  const passphrase = await passphraseFor(file, config);
  const manifest = await verifyBackup({ file, passphrase, migrationsFolder });
  const { appVersion, createdAt, postgresVersion, files } = manifest;
  return [
    `${file} is complete and unchanged: ${contentsOf(manifest)}.`,
    `Oinkly ${appVersion} wrote it on ${createdAt} from PostgreSQL ${postgresVersion}.`,
    `It is ${passphrase === null ? 'not encrypted' : 'encrypted'} and holds ${files.includes(TOKEN_KEYS) ? 'the' : 'no'} token keys.`,
  ].join('\n');
}

/** Throws a `BackupError`. */
async function restore(
  config: Config,
  word: string,
  { migrationsFolder, signal }: { migrationsFolder: string; signal: AbortSignal },
): Promise<string> {
  const file = resolveTyped(word);
  const request = { file, passphrase: await passphraseFor(file, config), migrationsFolder, signal };
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl;
  const { manifest, tokenKeys } =
    databaseUrl === null
      ? await restoreAtHome(config.dataDir, { ...request, keepsTokenKeys: config.tokenKeys === null })
      : await restoreIntoDatabase(databaseUrl, {
          ...request,
          bankDir: config.runsTestBanks ? config.dataDir : null,
        });
  return [
    `Restored ${contentsOf(manifest)} of ${manifest.createdAt}.`,
    ...missingKeys(config, tokenKeys),
    'Start the server now.',
  ].join('\n');
}

async function passphraseFor(file: string, { backupPassphrase }: Config): Promise<string | null> {
  if (!(await isEncrypted(file))) return null;
  return backupPassphrase ?? askPassphrase('Passphrase of the backup: ');
}

function advice(isFileEncrypted: boolean, tokenKeys: readonly TokenKey[] | null): string {
  if (isFileEncrypted)
    return "It is encrypted and holds the token keys. It can't be opened without the passphrase.";
  if (tokenKeys) {
    return 'It is not encrypted and holds the token keys: anyone with this file can read everything and use the linked banks.';
  }
  return 'It is not encrypted: anyone with this file can read all spending. It holds no token keys: keep a copy of them in another place.';
}

function missingKeys({ tokenKeys: given, dataDir }: Config, inBackup: readonly TokenKey[] | null): string[] {
  if (given === null && inBackup === null) {
    return [`The backup holds no token keys: make sure that ${keysFile(dataDir)} is your copy of them.`];
  }
  if (given === null) return [];
  const missing = (inBackup ?? []).filter(({ id }) => !given.some((key) => key.id === id));
  if (missing.length === 0) return [];
  const names = missing.map(({ id }) => `'${id}'`).join(' and ');
  return [`Add the key ${names} to TOKEN_KEYS first: it is in the backup's entry ${TOKEN_KEYS}.`];
}

function contentsOf(manifest: Manifest): string {
  const users = countUsers(manifest);
  return `${users.toLocaleString('en-US')} ${users === 1 ? 'user' : 'users'}, ${countRows(manifest).toLocaleString('en-US')} rows`;
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
