import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;

/** Processor time in ms that a process has used, with that of its ended children if asked. */
export async function cpuMsOf(pid: number, { withEndedChildren = false } = {}): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // After the name: the times of the process itself, then those of its ended children.
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  const ended = withEndedChildren ? childrenUser + childrenSystem : 0;
  return (user + system + ended) * MS_PER_TICK;
}

/** Processor time in ms of all processes that a data folder's running PostgreSQL has or had. */
export async function postgresCpuMs(dataDir: string): Promise<number> {
  const pid = parseInt(await readFile(join(dataDir, 'postmaster.pid'), 'utf8'), 10);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const times = children
    .split(' ')
    .filter(Boolean)
    // One that has just ended is counted by its parent.
    .map((child) => cpuMsOf(Number(child)).catch(() => 0));
  const running = (await Promise.all(times)).reduce((sum, one) => sum + one, 0);
  return running + (await cpuMsOf(pid, { withEndedChildren: true }));
}
