import { addDays, type Day } from '@oinkly/domain/days';
import type { FastifyBaseLogger } from 'fastify';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ConfigError } from '../errors/config-error.ts';
import { tokenKeysOf } from '../security/home-keys.ts';
import type { TokenKey } from '../security/token-box.ts';
import { messageOf } from '../log/log-errors.ts';
import { BackupError } from './backup-error.ts';
import { createBackup, type BackupSource } from './create-backup.ts';

/** What the operator has set for backups. */
export interface BackupSettings {
  dataDir: string;
  /** Null: generated once in the data folder. */
  tokenKeys: TokenKey[] | null;
  /** Whether test banks run beside the app. */
  runsTestBanks: boolean;
  /** Automatic backups; null: none. */
  backups: {
    dir: string;
    /** Whether the server creates `dir`. Another one may be a disk that is missing. */
    isOwn: boolean;
  } | null;
  /** Null: backups are not encrypted. */
  backupPassphrase: string | null;
  /** Asked for with `UPDATE_WITHOUT_BACKUP`, or with `BACKUP_DIR=off`. */
  updatesWithoutBackup: boolean;
}

interface AutomaticBackups {
  config: BackupSettings;
  databases: Omit<BackupSource, 'bankDir'>;
  clock: () => Date;
  log: FastifyBaseLogger;
}

const NIGHTLY = /^oinkly-(\d{4}-\d{2}-\d{2})\.tar\.gz(\.age)?$/;
const KEPT_DAYS = 14;
/** The group is the state of the database that was updated. Older versions left it out, and the milliseconds. */
const BEFORE_UPDATE = /^before-update-[\dT-]{19,23}(-from-[\d.]+)?\.tar\.gz(?:\.age)?$/;
const MAX_STATES = 3;
/** A killed backup leaves them. */
const UNFINISHED = /^(oinkly|before-update)-.*\.part(\.sqlite)?$/;

/**
 * Writes the backup of this day (UTC) unless there is one, then deletes those that are too old. Old ones stay as long
 * as no new one can be written. Throws a `BackupError`.
 */
export async function backUpToday(backups: AutomaticBackups, signal: AbortSignal): Promise<void> {
  const dir = await openDir(backups.config);
  if (dir === null) return;
  const today = backups.clock().toISOString().slice(0, 10);
  const names = await readdir(dir);
  if (names.some((name) => NIGHTLY.exec(name)?.[1] === today)) return;
  await write(backups, dir, `oinkly-${today}`, signal);
  const firstKept = addDays(today, 1 - KEPT_DAYS);
  const old = names.filter((name) => (NIGHTLY.exec(name)?.[1] ?? today) < firstKept);
  await remove(dir, [...old, ...names.filter((name) => UNFINISHED.test(name))]);
}

/** The day of the newest automatic backup; null without one. Throws a `BackupError` if the folder is missing. */
export async function lastBackupDay(config: Pick<BackupSettings, 'backups'>): Promise<Day | null> {
  if (config.backups === null || (config.backups.isOwn && !existsSync(config.backups.dir))) return null;
  const dir = await openDir(config);
  const names = dir === null ? [] : await readdir(dir);
  return (
    names
      .flatMap((name) => NIGHTLY.exec(name)?.[1] ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}

/**
 * Writes a backup, and keeps the last one of each of the last three states. Tries of one update see at most three:
 * untouched, and after each of its first two parts. Throws a `ConfigError` that says how to update without a backup.
 * @param state of the database: the versions of its three parts, joined by dots
 */
export async function backUpBeforeUpdate(backups: AutomaticBackups, state: string): Promise<void> {
  const { config, log, clock } = backups;
  if (config.updatesWithoutBackup) {
    log.warn('updating the database without a backup');
    return;
  }
  try {
    const dir = await openDir(config);
    if (dir === null) {
      throw new BackupError(
        "There is no place for the backup before this update: set BACKUP_DIR to a folder, or to 'off' if you back up PostgreSQL yourself.",
      );
    }
    // With milliseconds: a service manager may try again within the second.
    const time = clock().toISOString().slice(0, 23).replaceAll(/[:.]/g, '-');
    // First, or tries that are killed would fill the disk.
    const unfinished = (name: string) => name.startsWith('before-update-') && UNFINISHED.test(name);
    await remove(dir, (await readdir(dir)).filter(unfinished));
    const written = await write(backups, dir, `before-update-${time}-from-${state}`);
    await remove(dir, outdated(await readdir(dir), written));
  } catch (error) {
    const reason = error instanceof BackupError ? error.message : `The backup failed: ${messageOf(error)}.`;
    throw new ConfigError(
      `${reason} So this version did not update the database. To update it without a backup, start once with UPDATE_WITHOUT_BACKUP=yes.`,
      { cause: error },
    );
  }
}

function outdated(names: readonly string[], written: string): string[] {
  const earlier = names.filter((name) => BEFORE_UPDATE.test(name) && name !== written);
  // The clock may be wrong, so the times in the names don't say that this one is the newest.
  const newestFirst = [written, ...earlier.toSorted().toReversed()];
  const states = [...Map.groupBy(newestFirst, (name) => BEFORE_UPDATE.exec(name)?.[1] ?? name).values()];
  return states.flatMap((ofState, index) => (index < MAX_STATES ? ofState.slice(1) : ofState));
}

/** Null if automatic backups are off. */
async function openDir({ backups }: Pick<BackupSettings, 'backups'>): Promise<string | null> {
  if (backups === null) return null;
  if (backups.isOwn) await mkdir(backups.dir, { recursive: true, mode: 0o700 });
  else if (!existsSync(backups.dir)) {
    throw new BackupError(`There is no folder BACKUP_DIR (${backups.dir}): create it, or mount its disk.`);
  }
  return backups.dir;
}

/** Returns the name of the file. */
async function write(
  { config, databases, clock, log }: AutomaticBackups,
  dir: string,
  name: string,
  signal?: AbortSignal,
): Promise<string> {
  const passphrase = config.backupPassphrase;
  const file = join(dir, `${name}.tar.gz${passphrase === null ? '' : '.age'}`);
  const startedAt = performance.now();
  await createBackup(
    { ...databases, bankDir: config.runsTestBanks ? config.dataDir : null },
    {
      file,
      passphrase,
      tokenKeys: passphrase === null ? null : await tokenKeysOf(config),
      now: clock(),
      ...(signal && { signal }),
    },
  );
  log.info({ file, tookMs: Math.round(performance.now() - startedAt) }, 'backup written');
  return basename(file);
}

async function remove(dir: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(dir, name), { force: true });
}
