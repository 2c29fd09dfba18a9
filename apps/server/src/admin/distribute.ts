import { distributeTables, DistributionError } from '../db/distribution/distribute.ts';
import type { Admin } from './admin.ts';
import { AdminError } from './admin-error.ts';

/** Divides the tables among the servers of a Citus cluster. Throws an `AdminError` without Citus. */
export async function distributeCommand({ db }: Pick<Admin, 'db'>): Promise<string> {
  const lines: string[] = [];
  try {
    await distributeTables(db, (line) => lines.push(line));
  } catch (error) {
    if (!(error instanceof DistributionError)) throw error;
    throw new AdminError([...lines, error.message].join('\n'), { cause: error });
  }
  return [...lines, '', 'All tables are in their places. Start the servers again.'].join('\n');
}
