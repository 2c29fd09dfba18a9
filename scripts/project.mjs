// Starts on the machine's Node (18 or later), installs dependencies, and continues on the pinned Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const node = join(root, 'node_modules', 'node', 'bin', 'node');

const INSTALL_STAMP = join(root, 'node_modules', '.installed');
const BUILD_STAMP = join(root, 'apps', 'server', 'dist', '.built');
const SKIPPED = new Set(['node_modules', 'dist', 'test-support']);

/** Rejects if the program fails. */
export function run(command, args, { env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${[command, ...args].join(' ')} failed (${signal ?? code})`));
    });
  });
}

/** Returns an environment with the pinned Node and the project's commands first in PATH. */
export function projectEnvironment() {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(':');
  return { ...process.env, PATH: path };
}

/** Installs unless the dependencies match the lock file. */
export async function installIfNeeded() {
  const wanted = await digestOfInstall();
  if (existsSync(node) && (await contentOf(INSTALL_STAMP)) === wanted) return;
  await requireWritable('The dependencies are missing or out of date');
  console.log('Installing dependencies …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  await (npm ? run(process.execPath, [npm, ...args]) : run('npm', args));
  if (!existsSync(node)) {
    throw new Error(
      'npm did not install the pinned Node: allow the install script of the npm package "node".',
    );
  }
  await writeFile(INSTALL_STAMP, wanted);
}

/** Builds unless the build matches the sources. */
export async function buildIfNeeded() {
  const wanted = await digestOfSources();
  if ((await contentOf(BUILD_STAMP)) === wanted) return;
  await requireWritable('The build is missing or out of date');
  console.log('Building …');
  await run(node, [join('scripts', 'build-web.mjs')]);
  await run(node, [join('scripts', 'build-server.mjs')]);
  await mkdir(dirname(BUILD_STAMP), { recursive: true });
  if ((await digestOfSources()) !== wanted) throw new Error('The build wrote among its own sources.');
  await writeFile(BUILD_STAMP, wanted);
}

/** Throws one sentence for a read-only checkout instead of a stack trace. */
async function requireWritable(problem) {
  try {
    await access(root, constants.W_OK);
  } catch (cause) {
    throw new Error(
      `${problem}, and ${root} is read-only (${cause.code}): run "npm start" once with write access.`,
      { cause },
    );
  }
}

export async function isReady() {
  return (
    existsSync(node) &&
    (await contentOf(INSTALL_STAMP)) === (await digestOfInstall()) &&
    (await contentOf(BUILD_STAMP)) === (await digestOfSources())
  );
}

function digestOfInstall() {
  return digestOf([join(root, 'package-lock.json')], [process.platform, process.arch]);
}

async function digestOfSources() {
  const sources = [
    ...(await filesBelow(join(root, 'apps'))),
    ...(await filesBelow(join(root, 'packages'))),
    ...(await filesBelow(join(root, 'scripts'))),
    join(root, 'package-lock.json'),
  ].filter((file) => !/\.test\.tsx?$/.test(file));
  return digestOf(sources.sort(), []);
}

async function filesBelow(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const lists = await Promise.all(
    entries
      // What a build writes beside its sources begins with a dot.
      .filter((entry) => !SKIPPED.has(entry.name) && !entry.name.startsWith('.'))
      .map((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? filesBelow(path) : [path];
      }),
  );
  return lists.flat();
}

async function digestOf(files, facts) {
  const hash = createHash('sha256');
  for (const fact of facts) hash.update(fact);
  for (const file of files) hash.update(relative(root, file)).update(await readFile(file));
  return hash.digest('hex');
}

async function contentOf(file) {
  return existsSync(file) ? readFile(file, 'utf8') : null;
}
