// `npm run admin -- <command>`: does one thing to the installation.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isReady, node, root } from './project.mjs';

if (!(await isReady())) {
  // Installing and building would take away what a server that runs here stands on; its start does both.
  console.error('This version has never run here: start the server first (npm start).');
  process.exit(1);
}

const program = spawn(node, [join(root, 'apps', 'server', 'dist', 'admin.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
program.on('exit', (code) => process.exit(code ?? 1));
