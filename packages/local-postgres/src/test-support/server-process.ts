import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** What a child process told about its start: a connection string, or the name and message of the error. */
interface StartReport {
  connectionString?: string;
  name?: string;
  message?: string;
}

/** Another Node process that runs a server. */
export interface ServerProcess {
  report: Promise<StartReport>;
  /** Interrupts the whole process group, as a terminal does, and resolves when the process has noticed; it lives on. */
  interrupt(): Promise<void>;
  /** Ends the Node process alone, as kill -9 does, and resolves when it is gone. */
  kill(): Promise<void>;
  /** Lets the Node process exit by itself without stopping its server. */
  leave(): Promise<void>;
}

/** Starts a server on `dataDir` in a process (and process group) of its own. */
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
  // A process that is killed on purpose reports nothing, and nobody waits for it.
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
