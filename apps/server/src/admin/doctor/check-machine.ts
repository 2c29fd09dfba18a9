import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Config } from '../../start/config.ts';
import { errorCode } from '../../errors/error-code.ts';
import { fine, look, wrong, type Finding } from '../../monitoring/finding.ts';

const FEWEST_BYTES = 500_000_000;
const FEW_BYTES = 2_000_000_000;

type DiskConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'tokenKeys' | 'backups'>;

/** Looks at the free space of the folders that the server fills. */
export async function checkDisks({
  dataDir,
  databaseUrl,
  tokenKeys,
  backups,
}: DiskConfig): Promise<Finding[]> {
  const folders = databaseUrl && tokenKeys ? [] : [dataDir];
  // Another finding says if it is missing.
  if (backups && !backups.isOwn && existsSync(backups.dir)) folders.push(backups.dir);
  return Promise.all(folders.map(checkDisk));
}

async function checkDisk(folder: string): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return diskFinding(folder, bavail * bsize);
  } catch (error) {
    return wrong('disk', `${folder} can’t be used (${errorCode(error)}): set DATA_DIR as for the server.`);
  }
}

export function diskFinding(folder: string, freeBytes: number): Finding {
  const sentence = `${folder} has ${(freeBytes / 1e9).toFixed(1)} GB left`;
  if (freeBytes < FEWEST_BYTES)
    return wrong('disk', `${sentence}: free some space before the database stops.`);
  return freeBytes < FEW_BYTES
    ? look('disk', `${sentence}: free some space soon.`)
    : fine('disk', `${sentence}.`);
}
