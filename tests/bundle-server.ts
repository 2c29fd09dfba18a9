import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BUILD = fileURLToPath(new URL('../scripts/build-server.mjs', import.meta.url));

/** Bundles the server, once for all tests that start it in a process of its own. */
export default function setup(): void {
  execFileSync(process.execPath, [BUILD, '.build'], { stdio: 'inherit' });
}
