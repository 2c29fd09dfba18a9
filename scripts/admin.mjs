// `npm run admin -- <command>`: runs one administrative command.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isReady, node, root } from './project.mjs';

if (!(await isReady())) {
  // Installing here could break a running server, so only its start installs and builds.
  console.error('This version has never run here: start the server first (npm start).');
  process.exit(1);
}

const program = spawn(node, [join(root, 'apps', 'server', 'dist', 'admin.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
program.on('exit', (code) => process.exit(code ?? 1));
