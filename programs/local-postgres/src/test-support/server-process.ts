import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A connection string, or the error's name and message. */
interface StartReport {
  connectionString?: string;
  name?: string;
  message?: string;
}

/** Another Node process that runs a server. */
export interface ServerProcess {
  report: Promise<StartReport>;
  /** Sends SIGINT to the process group, like a terminal, and waits until the process handles it; it survives. */
  interrupt(): Promise<void>;
  /** Kills only the Node process, like kill -9. */
  kill(): Promise<void>;
  /** Exits without stopping the server. */
  leave(): Promise<void>;
}

/** Starts a server in its own process and group. */
export function startInOtherProcess(dataDir: string): ServerProcess {
  const program = fileURLToPath(new URL('hold-server.ts', import.meta.url));
  const child = spawn(process.execPath, [program, dataDir], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const report = new Promise<StartReport>((resolve, reject) => {
    lines.once('line', (line) => resolve(JSON.parse(line) as StartReport));
    child.once('exit', () => reject(new Error('The process ended without a report.')));
  });
  // A process killed on purpose reports nothing.
  report.catch(() => undefined);
  return {
    report,
    interrupt: async () => {
      const noticed = once(lines, 'line');
      process.kill(-(child.pid ?? 0), 'SIGINT');
      await noticed;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    leave: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
