// `npm start`: installs what is missing, builds what is stale, and serves.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { buildIfNeeded, installIfNeeded, node, root } from './project.mjs';

const PARENT_CHECK_MS = 250;
const parent = process.ppid;

try {
  await installIfNeeded();
  await buildIfNeeded();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const main = join(root, 'apps', 'server', 'dist', 'main.js');
// The bank emulator keeps its data in Node's own SQLite, which still announces itself as new; the other flags keep memory small.
const flags = JSON.parse(await readFile(join(root, 'apps', 'server', 'node-flags.json'), 'utf8'));
// The channel closes when this program ends, however it ends: the server then ends too.
const server = spawn(node, [...flags, main], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // A terminal's Ctrl-C reaches the server too; what matters here is to outlive it until it has ended in order.
  process.on(signal, () => server.kill(signal));
}
// npm hands a signal to its shell, which ends and tells nobody: the data folder must not stay occupied.
if (process.env.npm_lifecycle_event === 'start') {
  setInterval(() => process.ppid === parent || server.kill('SIGTERM'), PARENT_CHECK_MS).unref();
}
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
