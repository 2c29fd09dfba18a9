// `npm run admin -- <command>`: installs what is missing, builds what is stale, and does one thing to the installation.
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

const program = spawn(node, [join(root, 'apps', 'server', 'dist', 'admin.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
program.on('exit', (code) => process.exit(code ?? 1));
