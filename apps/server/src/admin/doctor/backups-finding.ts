import { lastBackupDay } from '../../backup/automatic-backups.ts';
import { BackupError } from '../../backup/backup-error.ts';
import type { Config } from '../../start/config.ts';
import { fine, look, wrong, type Finding } from '../../monitoring/finding.ts';

/** A machine may sleep for a day. */
const OLDEST_DAYS = 2;
const DAY_MS = 86_400_000;

/** Looks at the newest automatic backup. */
export async function backupsFinding(config: Config, hasUsers: boolean, now: Date): Promise<Finding> {
  if (config.backups === null) {
    return look(
      'backups',
      config.updatesWithoutBackup
        ? 'The server writes none. Set BACKUP_DIR, or back up the database yourself.'
        : "The server writes none, so the next update will stop. Set BACKUP_DIR to a folder, or to 'off' if you back up the database yourself.",
    );
  }
  const finding = await newestBackupFinding(config, config.backups.dir, hasUsers, now);
  return config.updatesWithoutBackup && finding.state !== 'wrong'
    ? look(
        'backups',
        'Updates write none before they start. Remove UPDATE_WITHOUT_BACKUP=yes after the update.',
      )
    : finding;
}

async function newestBackupFinding(
  config: Config,
  dir: string,
  hasUsers: boolean,
  now: Date,
): Promise<Finding> {
  try {
    const day = await lastBackupDay(config);
    if (day === null) {
      return hasUsers
        ? look('backups', `There is none in ${dir} yet. The server writes one every day.`)
        : fine('backups', 'The server writes one every day once it has users.');
    }
    const isOld = now.getTime() - Date.parse(day) > (OLDEST_DAYS + 1) * DAY_MS;
    return isOld
      ? wrong('backups', `The newest one is of ${day}: look for "back-up" in the server’s log.`)
      : fine('backups', `The newest one is of ${day}.`);
  } catch (error) {
    if (error instanceof BackupError) return wrong('backups', error.message);
    throw error;
  }
}
