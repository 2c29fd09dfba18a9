// `npm run release -- <folder>`: installs and builds if needed, and collects what runs.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildIfNeeded, installIfNeeded, node, root } from './project.mjs';

try {
  await installIfNeeded();
  await buildIfNeeded();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const program = spawn(node, [join(root, 'scripts', 'collect-release.mjs'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
program.on('exit', (code) => process.exit(code ?? 1));
