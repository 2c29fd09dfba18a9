import { spawn } from 'node:child_process';
import { setInterval } from 'node:timers';
import { node } from './project.mjs';

const PARENT_CHECK_MS = 250;
const parent = process.ppid;

/** Exits like the server program. `script` is the npm script. */
export function serve(args, script) {
  // However this process ends, it closes the IPC channel, which ends the program.
  const program = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // Ctrl-C reaches the program too; this process must wait for its orderly end.
    process.on(signal, () => program.kill(signal));
  }
  // npm signals only its shell, which exits without passing it on; the data folder must not stay in use.
  if (process.env.npm_lifecycle_event === script) {
    setInterval(() => process.ppid === parent || program.kill('SIGTERM'), PARENT_CHECK_MS).unref();
  }
  program.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
