import { spawn } from 'node:child_process';
import { setInterval } from 'node:timers';
import { node } from './project.mjs';

const PARENT_CHECK_MS = 250;
const parent = process.ppid;

/** Runs one of our programs that serve on the pinned Node until it ends, and ends as it does. `script` is the npm script that does this. */
export function serve(args, script) {
  // The channel closes when this process ends, however it ends: the program then ends too.
  const program = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal's Ctrl-C reaches the program too; what matters here is to outlive it until it has ended in order.
    process.on(signal, () => program.kill(signal));
  }
  // npm hands a signal to its shell, which ends and tells nobody: the data folder must not stay occupied.
  if (process.env.npm_lifecycle_event === script) {
    setInterval(() => process.ppid === parent || program.kill('SIGTERM'), PARENT_CHECK_MS).unref();
  }
  program.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
