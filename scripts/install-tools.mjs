import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs the Debian packages of missing programs, given by program. Throws where it cannot. */
export function installTools(packages) {
  const programs = Object.keys(packages);
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(`Only root on Debian can use ${programs.join(', ')}.`);
  }
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0);
  if (missing.length === 0) return;
  const show = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const names = missing.map((program) => packages[program]);
  execFileSync('apt-get', ['update', '-qq'], show);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], show);
}
