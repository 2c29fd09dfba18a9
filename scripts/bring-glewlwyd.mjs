// Another OpenID provider for the tests: Debian's glewlwyd with the libraries that the machine lacks. The packages are only unpacked: to
// install them would start a server with a well-known password.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

const folder = join(root, 'tests', '.build', 'glewlwyd');
const unpacking = `${folder}.new`;
const packages = join(unpacking, 'packages');
const show = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };

const mayInstallPackages = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
if (!existsSync(folder) && mayInstallPackages) {
  execFileSync('apt-get', ['update', '-qq'], show);
  if (spawnSync('apt-cache', ['show', 'glewlwyd'], { stdio: 'ignore' }).status === 0) unpack();
}

function unpack() {
  rmSync(unpacking, { recursive: true, force: true });
  mkdirSync(join(packages, 'partial'), { recursive: true });
  execFileSync(
    'apt-get',
    [
      ...['install', '-y', '-qq', '--no-install-recommends', '--download-only', '--reinstall'],
      ...['-o', `Dir::Cache::archives=${packages}`],
      ...['glewlwyd', 'glewlwyd-common', 'dbconfig-no-thanks'],
    ],
    show,
  );
  for (const file of readdirSync(packages).filter((name) => name.endsWith('.deb'))) {
    execFileSync('dpkg', ['-x', join(packages, file), unpacking], show);
  }
  rmSync(packages, { recursive: true });
  renameSync(unpacking, folder);
}
