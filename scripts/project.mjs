// Starts on the machine's Node (18 or later), installs dependencies, and continues on the pinned Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reportProgress } from './report-progress.mjs';
import { runAlone } from './run-alone.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const node = join(root, 'node_modules', 'node', 'bin', 'node');

const INSTALL_STAMP = join(root, 'node_modules', '.installed');
const BUILD_STAMP = join(root, 'apps', 'server', 'dist', '.built');
/** Held by the start that installs or builds. */
const LOCK = join(root, '.start-lock');
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

/** Installs what runs and builds, or all with the tools of tests, unless that matches the lock file. */
export async function installIfNeeded({ all = false } = {}) {
  if (await isInstalled(all)) return;
  await requireWritable('The dependencies are missing or out of date');
  await runAlone(LOCK, async (runHere) => {
    if (!(await isInstalled(all))) await install(runHere, all);
  });
}

async function install(runHere, all) {
  const wanted = await digestOfInstall(all);
  const npm = process.env.npm_execpath;
  const args = ['ci', all ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const command = npm ? [process.execPath, npm, ...args] : ['npm', ...args];
  // An older npm on a newer Node warns of its own code.
  await reportProgress('Installing dependencies', () =>
    runHere(command, { cwd: root, env: { ...process.env, NODE_NO_WARNINGS: '1' } }),
  );
  if (!existsSync(node)) {
    throw new Error(
      'npm did not install the pinned Node: allow the install script of the npm package "node".',
    );
  }
  await writeFile(INSTALL_STAMP, wanted);
}

/** Builds unless the build matches the sources. */
export async function buildIfNeeded() {
  if (await isBuilt()) return;
  await requireWritable('The build is missing or out of date');
  await runAlone(LOCK, async (runHere) => {
    if (!(await isBuilt())) await build(runHere);
  });
}

async function build(runHere) {
  const wanted = await digestOfSources();
  await reportProgress('Building', async () => {
    await runHere([node, join('scripts', 'build-web.mjs')], { cwd: root });
    await runHere([node, join('scripts', 'build-server.mjs')], { cwd: root });
  });
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
  return (await isInstalled(false)) && (await isBuilt());
}

async function isInstalled(all) {
  const installed = await contentOf(INSTALL_STAMP);
  const enough = all ? [true] : [true, false];
  return existsSync(node) && (await Promise.all(enough.map(digestOfInstall))).includes(installed);
}

async function isBuilt() {
  return (await contentOf(BUILD_STAMP)) === (await digestOfSources());
}

function digestOfInstall(all) {
  return digestOf([join(root, 'package-lock.json')], [process.platform, process.arch, String(all)]);
}

async function digestOfSources() {
  const sources = [
    ...(await filesBelow(join(root, 'apps'))),
    ...(await filesBelow(join(root, 'packages'))),
    ...(await filesBelow(join(root, 'programs'))),
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
