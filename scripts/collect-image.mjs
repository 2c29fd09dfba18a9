/*
 * `node scripts/collect-image.mjs <folder>`: the image's root file system, on Debian. The release and the system libraries that it loads.
 *
 * An image may take 250 MB and must run as any user on a read-only root. Node, PostgreSQL and the packages leave too little for a Debian
 * (75 MB), of which only a shell is needed. So there is no base image, and a new build is what brings security updates of the C libraries.
 * Distroless images have a shell only for debugging, and their size could not be tested without a registry.
 */
import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { root } from './project.mjs';
import { addDebianPackages } from './write-sbom.mjs';

const RELEASE = '/opt/oinkly';
/** PostgreSQL is started by a shell, and asks for the name of its user, which `--user` may leave without one. */
const SHELL = '/usr/bin/dash';
const NAME_OF_ANY_USER = 'libnss_unknown.so.2';
const ELF = Buffer.from('\x7fELF', 'latin1');

const [given] = process.argv.slice(2);
if (!given) throw new Error('Name the folder to create.');
const image = resolve(given);

layFolders();
execFileSync(process.execPath, [join(root, 'scripts', 'collect-release.mjs'), join(image, RELEASE)], {
  stdio: 'inherit',
});
copySystemFile(SHELL);
symlinkSync(basename(SHELL), join(image, 'usr/bin/sh'));
copySystemFile(findLibrary(NAME_OF_ANY_USER));
const libraries = new Set(programsBelow(image).flatMap(librariesOf));
for (const library of libraries) copySystemFile(library);
await describePackages([SHELL, findLibrary(NAME_OF_ANY_USER), ...libraries]);

function layFolders() {
  for (const folder of [
    'dev',
    'proc',
    'run',
    'sys',
    'etc',
    'opt',
    'usr/bin',
    'usr/lib',
    'usr/lib64',
    'var/lib/dpkg/status.d',
    'tmp',
    'data',
  ]) {
    mkdirSync(join(image, folder), { recursive: true });
  }
  for (const folder of ['bin', 'lib', 'lib64']) symlinkSync(`usr/${folder}`, join(image, folder));
  // A new volume takes over the rights of `/data`.
  for (const folder of ['tmp', 'data']) chmodSync(join(image, folder), 0o1777);
  const etc = {
    passwd: 'root:x:0:0:root:/:/bin/sh\noinkly:x:10001:10001:Oinkly:/data:/bin/sh\n',
    group: 'root:x:0:\noinkly:x:10001:\n',
    hosts: '127.0.0.1 localhost\n::1 localhost\n',
    'nsswitch.conf': 'passwd: files unknown\ngroup: files unknown\nhosts: files dns\n',
    'os-release': readFileSync('/etc/os-release'),
  };
  for (const [name, content] of Object.entries(etc)) writeFileSync(join(image, 'etc', name), content);
}

/** To the same place, as a file even if a link leads to it. */
function copySystemFile(path) {
  const place = join(image, path);
  if (existsSync(place)) return;
  mkdirSync(dirname(place), { recursive: true });
  copyFileSync(path, place);
}

function findLibrary(name) {
  const folder = readdirSync('/usr/lib').find((entry) => existsSync(join('/usr/lib', entry, name)));
  if (!folder) throw new Error(`${name} is missing: install libnss-unknown.`);
  return join('/usr/lib', folder, name);
}

function programsBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).subarray(0, ELF.length).equals(ELF));
}

/** The system's libraries that a program or library loads. */
function librariesOf(path) {
  const lines = execFileSync('ldd', [path], { encoding: 'utf8' }).split('\n');
  const missing = lines.filter((line) => line.includes('not found'));
  if (missing.length > 0) throw new Error(`${path} needs what is missing: ${missing.join(', ')}`);
  return lines
    .map((line) => /(?:=> )?(\/\S+) \(0x/.exec(line)?.[1])
    .filter((library) => library !== undefined && !resolve(library).startsWith(image));
}

/** Scanners look for Debian's packages there. */
async function describePackages(files) {
  const names = new Set(files.map(packageOf));
  const packages = [...names].sort().map((name) => {
    writeFileSync(join(image, 'var/lib/dpkg/status.d', name), execFileSync('dpkg-query', ['--status', name]));
    const format = '${Package} ${Version} ${Architecture}';
    const described = execFileSync('dpkg-query', ['--show', `--showformat=${format}`, name], {
      encoding: 'utf8',
    });
    const [found, version, architecture] = described.split(' ');
    copySystemFile(`/usr/share/doc/${name}/copyright`);
    return { name: found, version, architecture };
  });
  await addDebianPackages(join(image, RELEASE, 'sbom.cdx.json'), packages);
}

/** Debian names `/lib` and `/usr/lib` by turns. */
function packageOf(file) {
  const found = execFileSync('dpkg-query', ['--search', `*${file.replace(/^\/usr/, '')}`], {
    encoding: 'utf8',
  });
  return found.split(':')[0];
}
