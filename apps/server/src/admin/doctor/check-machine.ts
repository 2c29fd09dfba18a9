import { statfs } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { errorCode } from '../../failed-start.ts';
import { fine, look, wrong, type Finding } from './finding.ts';

const FEWEST_BYTES = 500_000_000;
const FEW_BYTES = 2_000_000_000;

/** Looks at the free space of the data folder. */
export async function checkDisk({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    const freeBytes = bavail * bsize;
    const sentence = `${dataDir} has ${(freeBytes / 1e9).toFixed(1)} GB left`;
    if (freeBytes < FEWEST_BYTES)
      return wrong('disk', `${sentence}: free some space before the database stops.`);
    return freeBytes < FEW_BYTES
      ? look('disk', `${sentence}: free some space soon.`)
      : fine('disk', `${sentence}.`);
  } catch (error) {
    return wrong('disk', `${dataDir} can’t be used (${errorCode(error)}): set DATA_DIR as for the server.`);
  }
}
