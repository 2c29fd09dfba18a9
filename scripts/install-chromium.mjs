// The browser of the browser tests: Debian's where this may install packages, Playwright's own elsewhere.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';
const show = { stdio: 'inherit' };

if (!existsSync(DEBIAN_CHROMIUM)) {
  const mayInstallPackages = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstallPackages) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { ...show, env });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      ...show,
      env,
    });
  } else {
    execFileSync('npx', ['playwright', 'install', 'chromium'], show);
  }
}
