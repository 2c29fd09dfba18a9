import { Command } from '@commander-js/extra-typings';
import { distributeTables, DistributionError } from '../db/distribution/distribute.ts';
import { AdminError } from './admin-error.ts';
import type { Installation } from './installation.ts';
import type { Opener } from './open-installation.ts';

export function distributeCommand({ answer }: Opener) {
  return new Command('distribute')
    .description('divides the tables among the servers of a Citus cluster; stop the servers first')
    .action(() => answer(distribute));
}

/** Throws an `AdminError` without Citus. */
export async function distribute({ db }: Pick<Installation, 'db'>): Promise<string> {
  const lines: string[] = [];
  try {
    await distributeTables(db, (line) => lines.push(line));
  } catch (error) {
    if (!(error instanceof DistributionError)) throw error;
    throw new AdminError([...lines, error.message].join('\n'), { cause: error });
  }
  return [...lines, '', 'All tables are in their places. Start the servers again.'].join('\n');
}
