// Installs Firefox, WebKitGTK and a display for it, and prints their versions. Only Debian's packages are known to work.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Programs and their packages. The driver brings WebKitGTK. */
const PACKAGES = { 'firefox-esr': 'firefox-esr', WebKitWebDriver: 'webkit2gtk-driver', Xvfb: 'xvfb' };

const missing = Object.keys(PACKAGES).filter((program) => !isInstalled(program));
if (missing.length > 0) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      `Missing for the tests in other browsers: ${missing.join(', ')}. Only root on Debian can install them.`,
    );
    process.exit(1);
  }
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const packages = missing.map((program) => PACKAGES[program]);
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
}

const firefox = execFileSync('firefox-esr', ['--version'], { encoding: 'utf8' });
console.log(`Other browsers: ${firefox.trim()} and Debian's WebKitGTK.`);

function isInstalled(program) {
  return spawnSync('which', [program]).status === 0;
}
