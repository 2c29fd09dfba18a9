import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright';

/** Not the headless shell, which paints differently. */
const CHROMIUM = '/usr/bin/chromium';

/** Launches Debian's Chromium if it is installed, else Playwright's own. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    ...(existsSync(CHROMIUM) && { executablePath: CHROMIUM }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
