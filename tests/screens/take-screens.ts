// Every scene at four widths, light and dark, with a fixed clock. `--readme` makes the README's.
import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVER_NOW } from '../e2e/support/constants.ts';
import config from '../playwright.config.ts';
import { contactSheet, type Shot } from './contact-sheet.ts';
import { startSceneServer, type Cookies } from './scene-server.ts';
import { scenes, type Scene } from './scenes.ts';

const FOLDER = fileURLToPath(new URL('../../screenshots', import.meta.url));
const SCHEMES = ['light', 'dark'] as const;
const HEIGHT = 844;

const README_FOLDER = fileURLToPath(new URL('../../docs/images', import.meta.url));
const README_SCENES = {
  circle: 'shared-circle',
  dashboard: 'dashboard-under-budget',
  'year-map': 'shared-map',
};

const wanted = process.argv.slice(2);
const isForReadme = wanted.includes('--readme');
const widths = isForReadme ? [390] : [320, 390, 768, 1280];
const folder = isForReadme ? README_FOLDER : FOLDER;
const chosen = isForReadme
  ? Object.entries(README_SCENES).flatMap(([name, ofScene]) =>
      scenes.filter((scene) => scene.name === ofScene).map((scene) => ({ ...scene, name })),
    )
  : scenes.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));

// The README's pictures show what most servers show.
const server = await startSceneServer({ sendsMail: !isForReadme });
const browser = await chromium.launch(config.use?.launchOptions);
try {
  if (wanted.length === 0) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const shots: Shot[] = [];
  const failures: string[] = [];
  for (const scene of chosen) {
    const cookies = await server.cookiesOf(scene.who);
    for (const width of widths) {
      const outcomes = await Promise.allSettled(
        SCHEMES.map((colorScheme) => take(browser, scene, { width, colorScheme }, cookies)),
      );
      for (const outcome of outcomes) {
        if (outcome.status === 'fulfilled') shots.push(outcome.value);
        else failures.push(`${scene.name}: ${String(outcome.reason)}`);
      }
    }
    console.log(scene.name);
  }
  if (!isForReadme) await writeFile(join(folder, 'index.html'), contactSheet(shots));
  console.log(`Saved ${shots.length} screenshots in ${folder}`);
  if (failures.length > 0) {
    console.error(failures.join('\n'));
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.stop();
}

async function take(
  on: Browser,
  scene: Scene,
  { width, colorScheme }: { width: number; colorScheme: (typeof SCHEMES)[number] },
  cookies: Cookies,
): Promise<Shot> {
  const context = await on.newContext({
    baseURL: server.origin,
    viewport: { width, height: HEIGHT },
    colorScheme,
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  try {
    await context.addCookies(cookies);
    await drawFontsHoweverLate(context);
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.clock.install({ time: new Date(SERVER_NOW) });
    await scene.show(page, server.mails);
    // Removes hover effects of earlier clicks.
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.fonts.ready);
    // Fits the whole page into the viewport, so fixed elements are at the bottom; dialogs stay.
    if (!isForReadme && (await page.getByRole('dialog').count()) === 0) {
      const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height: Math.max(HEIGHT, pageHeight) });
    }
    const file = isForReadme
      ? `${scene.name}-${colorScheme}.png`
      : `${scene.name}-${width}-${colorScheme}.png`;
    await page.screenshot({ path: join(folder, file), animations: 'disabled' });
    return { name: scene.name, width, colorScheme, file };
  } finally {
    await context.close();
  }
}

/** On a busy machine `font-display: optional` would drop late fonts. */
async function drawFontsHoweverLate(context: BrowserContext): Promise<void> {
  await context.route('**/*.css', async (route) => {
    const response = await route.fetch();
    const css = (await response.text()).replaceAll('font-display:optional', 'font-display:block');
    await route.fulfill({ status: response.status(), contentType: 'text/css', body: css });
  });
}
