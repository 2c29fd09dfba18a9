// `npm run dev`: Vite serves the app on PORT and proxies the API and embedded programs to the server on the next port. Both reload on
// changes.
import { spawn } from 'node:child_process';
import { installIfNeeded, node, projectEnvironment, root } from './project.mjs';

await installIfNeeded({ all: true });
const port = Number(process.env.PORT ?? 3000);
const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${port}`;
const env = projectEnvironment();

const programs = [
  spawn(node, ['--watch', '--disable-warning=ExperimentalWarning', 'scripts/dev-server.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, PORT: String(port + 1), PUBLIC_URL: publicUrl },
  }),
  spawn(node, ['node_modules/vite/bin/vite.js', 'apps/web', '--port', String(port), '--strictPort'], {
    cwd: root,
    stdio: 'inherit',
    env,
  }),
];

let isStopping = false;
const stop = () => {
  if (isStopping) return;
  isStopping = true;
  for (const program of programs) program.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const program of programs) program.on('exit', stop);
