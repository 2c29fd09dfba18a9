import { freePort } from '@oinkly/server/test-support/server-process';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, type WebDriver } from 'selenium-webdriver';
import { waitForServer } from 'selenium-webdriver/http/util.js';
import { TIME_ZONE, VIEWPORT, type BrowserDriver } from './browser-driver.ts';
import { endOf, outputMatch, START_MS } from './programs.ts';

const DRIVER = 'WebKitWebDriver';
/** The browser of WebKitGTK itself; the folder is named for architecture and version. */
const BROWSER = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser';

/** Starts Debian's WebKitGTK on a display of its own with a new home folder. It speaks classic WebDriver only. */
export async function startWebKit(): Promise<BrowserDriver> {
  const home = await mkdtemp(join(tmpdir(), 'webkit-'));
  await mkdir(join(home, '.config', 'gtk-3.0'), { recursive: true });
  // WebKitGTK reads from there whether people prefer reduced motion.
  await writeFile(
    join(home, '.config', 'gtk-3.0', 'settings.ini'),
    '[Settings]\ngtk-enable-animations=false\n',
  );
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const end = async () => {
    await endOf(display);
    await rm(home, { recursive: true, force: true });
  };
  try {
    const number = await outputMatch(display, display.stdout, /^(\d+)\n/);
    const port = await freePort();
    const program = spawn(DRIVER, [`--port=${port}`], {
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        DISPLAY: `:${number}`,
        TZ: TIME_ZONE,
        LANG: 'en_US.UTF-8',
      },
      stdio: 'ignore',
    });
    const endAll = async () => {
      await endOf(program);
      await end();
    };
    try {
      return await driverOf(await openSession(port), endAll);
    } catch (error) {
      await endAll();
      throw error;
    }
  } catch (error) {
    await end();
    throw error;
  }
}

async function openSession(port: number): Promise<WebDriver> {
  const [binary] = globSync(BROWSER);
  if (binary === undefined) throw new Error(`${BROWSER} is missing`);
  const address = `http://127.0.0.1:${port}`;
  await waitForServer(address, START_MS);
  return (
    new Builder()
      .usingServer(address)
      // Its toolbar would keep the window from being as narrow as a phone.
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation', '--full-screen'] },
      })
      .build()
  );
}

async function driverOf(driver: WebDriver, end: () => Promise<void>): Promise<BrowserDriver> {
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...VIEWPORT });
  return {
    open: (url) => driver.get(url),
    goBack: () => driver.navigate().back(),
    run: (source, args) =>
      driver.executeScript<string>(
        `return JSON.stringify((${source})(...JSON.parse(arguments[0]))) ?? 'null'`,
        JSON.stringify(args),
      ),
    click: (point) =>
      driver
        .actions()
        .move({ ...point, duration: 0 })
        .click()
        .perform(),
    type: (keys) => driver.actions().sendKeys(keys).perform(),
    screenshot: async () => {
      // A picture shows the last frame, which may be older than the page.
      await driver.executeAsyncScript(
        'const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));',
      );
      return Buffer.from(await driver.takeScreenshot(), 'base64');
    },
    // Classic WebDriver reports none; the page records its own.
    errors: () => [],
    close: async () => {
      try {
        await driver.quit();
      } finally {
        await end();
      }
    },
  };
}
