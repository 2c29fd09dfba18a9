import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Unpacks Debian packages with missing libraries into a new folder. Installing would start their servers.
 * Throws when they cannot be fetched.
 */
export function unpackDebianPackages(folder: string, names: readonly [string, ...string[]]): void {
  if (existsSync(folder)) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(`${names[0]} is missing. Only root on Debian can fetch it.`);
  }
  const unpacking = `${folder}.new`;
  const packages = join(unpacking, 'packages');
  const show = { stdio: 'inherit' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  rmSync(unpacking, { recursive: true, force: true });
  mkdirSync(join(packages, 'partial'), { recursive: true });
  execFileSync('apt-get', ['update', '-qq'], show);
  execFileSync(
    'apt-get',
    [
      ...['install', '-y', '-qq', '--no-install-recommends', '--download-only', '--reinstall'],
      ...['-o', `Dir::Cache::archives=${packages}`],
      ...names,
    ],
    show,
  );
  for (const file of readdirSync(packages).filter((name) => name.endsWith('.deb'))) {
    execFileSync('dpkg', ['-x', join(packages, file), unpacking], show);
  }
  rmSync(packages, { recursive: true });
  renameSync(unpacking, folder);
}

/** Returns what programs of unpacked packages need as `LD_LIBRARY_PATH`. Packages leave out what is installed. */
export function librariesIn(folder: string): string {
  const libraries = join(folder, 'usr/lib');
  const names = existsSync(libraries) ? readdirSync(libraries) : [];
  return names
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(libraries, name))
    .join(delimiter);
}
