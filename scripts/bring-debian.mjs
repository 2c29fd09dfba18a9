// A bare Debian with what docs/install.md asks for, systemd and one user, for the tests that follow the documents.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installTools } from './install-tools.mjs';
import { root } from './project.mjs';

const DEBIAN = 'trixie';
const NEEDED = ['git', 'nodejs', 'npm', 'ca-certificates', 'systemd'];

const folder = join(root, 'tests', '.build', 'debian');
// An older one has no systemd.
if (!existsSync(join(folder, 'usr/lib/systemd/systemd'))) {
  installTools({ mmdebstrap: 'mmdebstrap' });
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  execFileSync(
    'mmdebstrap',
    [
      ...['--variant=minbase', `--include=${NEEDED.join(',')}`],
      '--customize-hook=chroot "$1" useradd --create-home --uid 1000 ana',
      '--customize-hook=touch "$1/etc/resolv.conf" "$1/etc/hosts" "$1/etc/certificates.pem"',
      ...[DEBIAN, unfinished],
    ],
    { stdio: 'inherit' },
  );
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}
