// `npm start`: installs and builds if needed, and serves.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfNeeded, installIfNeeded, root } from './project.mjs';
import { serve } from './serve.mjs';

try {
  await installIfNeeded();
  await buildIfNeeded();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

// The flags silence Node's SQLite warning and keep memory small.
const flags = JSON.parse(await readFile(join(root, 'apps', 'server', 'node-flags.json'), 'utf8'));
serve([...flags, join(root, 'apps', 'server', 'dist', 'main.js')], 'start');
