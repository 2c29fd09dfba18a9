// Installs the test browser and prints its version: Debian's where permitted, else Playwright's.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const SHELL = '/usr/lib/chromium/chromium-headless-shell';
const CHROMIUM = '/usr/bin/chromium';
const show = { stdio: 'inherit' };

if (!existsSync(SHELL) || !existsSync(CHROMIUM)) {
  const mayInstallPackages = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstallPackages) installPackages();
  else if (!existsSync(CHROMIUM)) execFileSync('npx', ['playwright', 'install', 'chromium'], show);
}

const { chromium } = await import('playwright');
const executable = [SHELL, CHROMIUM].find((path) => existsSync(path)) ?? chromium.executablePath();
const version = execFileSync(executable, ['--version', '--no-sandbox'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
console.log(`Browser tests use ${version.toString().trim()} (${executable}).`);

/** Chromium alone works without its shell, only slower. */
function installPackages() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { ...show, env };
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    const args = ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'chromium-headless-shell'];
    execFileSync('apt-get', args, options);
  } catch (error) {
    if (!existsSync(CHROMIUM)) throw error;
    console.warn(
      `Could not install chromium-headless-shell (${error.message}): the browser tests take longer.`,
    );
  }
}
