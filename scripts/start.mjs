// `npm start`: installs what is missing, builds what is stale, and serves.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfNeeded, installIfNeeded, node, root } from './project.mjs';

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
const server = spawn(node, [...flags, main], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // A terminal's Ctrl-C reaches the server too; what matters here is to outlive it until it has ended in order.
  process.on(signal, () => server.kill(signal));
}
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
