// `npm run admin -- <command>`: runs one administrative command.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { isReady, node, root } from './project.mjs';

if (!(await isReady())) {
  // Installing here could break a running server, so only its start installs and builds.
  console.error('This version has never run here: start the server first (npm start).');
  process.exit(1);
}

// The flag silences Node's SQLite warning.
const program = spawn(
  node,
  [
    '--disable-warning=ExperimentalWarning',
    join(root, 'apps', 'server', 'dist', 'admin.js'),
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // Waits for the program, which may have to tidy up.
  process.on(signal, () => program.kill(signal));
}
program.on('exit', (code) => process.exit(code ?? 1));
