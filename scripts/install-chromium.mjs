// Installs the browser of the browser tests and prints its version: Debian's where this may install packages, else Playwright's own.
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

const { chromium } = await import('playwright');
const executable = existsSync(DEBIAN_CHROMIUM) ? DEBIAN_CHROMIUM : chromium.executablePath();
const version = execFileSync(executable, ['--version', '--no-sandbox'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
console.log(`Browser tests use ${version.toString().trim()}.`);
