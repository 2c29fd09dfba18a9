import { linkTestBank } from '@oinkly/server/test-support/link-test-bank';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { startBuiltServer } from './built-server.ts';
import { launchChromium } from './launch-chromium.ts';
import { ms, newReport, ratio } from './report.ts';
import { signUp } from './sign-up.ts';
import { percentile } from './timing.ts';

/*
 * Measures what a user waits after each of 20 usual taps until the browser paints, on a phone whose processor is four times slower. The
 * comparison is an empty page with a button that changes a text.
 */

const RUNS = 5;
const SLOWDOWN = 4;
const LONG_PRESS_MS = 600;
/** Between keys, as fast typists do. */
const TYPING = { delay: 120 };

/** `window.slowest` holds ms of the slowest interaction since it was set to 0. The browser reports none that took less than 16 ms. */
const WATCH = `
  window.slowest = 0;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) window.slowest = Math.max(window.slowest, duration);
  }).observe({ type: 'event', durationThreshold: 16 });`;

/** Resolves when the page has nothing to do, and the browser has reported its interactions. */
const QUIET = `new Promise((resolve) => setTimeout(() => requestIdleCallback(() => setTimeout(resolve, 100)), 400))`;

/** Takes a tap and what the user waits for. */
type Measure = (name: string, tap: () => Promise<unknown>, shown: Locator) => Promise<void>;

const { report, print } = newReport();
const dataDir = await mkdtemp(join(tmpdir(), 'bench-taps-'));
const empty = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(
    '<!doctype html><meta name="viewport" content="width=device-width"><title>Empty</title><button onclick="this.textContent++">0</button>',
  );
}).listen(0, '127.0.0.1');
await once(empty, 'listening');
const server = await startBuiltServer(dataDir);
const browser = await launchChromium();
try {
  const cookie = await liveTwoYears(server.origin);
  const taps = new Map<string, number[]>();
  const bare: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await onSlowPhone(
      `http://127.0.0.1:${(empty.address() as AddressInfo).port}/`,
      '',
      async (page, measure) => {
        for (let count = 1; count <= 20; count += 1)
          await measure(
            '',
            () => page.getByRole('button').tap(),
            page.getByText(String(count), { exact: true }),
          );
      },
      (_, tookMs) => bare.push(tookMs),
    );
    await onSlowPhone(`${server.origin}/`, cookie, tapAround, (name, tookMs) => {
      taps.set(name, [...(taps.get(name) ?? []), tookMs]);
    });
  }
  const all = [...taps.values()].flat();
  const [p98, bareP98] = [percentile(all, 0.98), percentile(bare, 0.98)];
  const slow = `${SLOWDOWN} × slower processor`;
  report(
    `${taps.size} usual taps, ${slow}, p98`,
    ms(p98),
    '≤ 100 ms',
    `a button that changes a text: ${ms(bareP98)}, ${ratio(p98, bareP98)}`,
  );
  report('the slowest of them', ms(Math.max(...all)), '', `the button: ${ms(Math.max(...bare))}`);
  for (const [name, times] of taps) report(`${name}, median`, ms(percentile(times, 0.5)), '');
} finally {
  await browser.close();
  await server.stop();
  empty.close();
  await rm(dataDir, { recursive: true, force: true });
}
print();

/** Returns the cookie of a user with a bank's two years and a bill to tick off. */
async function liveTwoYears(origin: string): Promise<string> {
  const user = await signUp(origin, 'taps@example.org');
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const { status, json } = await user.call(method, `${origin}${path}`, body);
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(json)}`);
    return json;
  };
  await call('PUT', '/api/users', {
    fullName: 'Ana',
    weeklyBudget: 125,
    signupCompleted: true,
    timeZone: 'UTC',
  });
  await linkTestBank(user, origin);
  for (;;) {
    const { connections } = (await call('GET', '/api/plaid/sync-status')) as {
      connections: { finished_at: string | null }[];
    };
    if (connections.every(({ finished_at }) => finished_at !== null)) break;
  }
  const date = new Date().toISOString().slice(0, 10);
  await call('POST', '/api/expenses', {
    ...{ name: 'Gym', amount: 50, date, category: 'Personal Care', type: 'recurring', paid: false },
    dayOfMonth: Number(date.slice(8)),
  });
  return user.cookieHeader;
}

async function onSlowPhone(
  address: string,
  cookie: string,
  use: (page: Page, measure: Measure) => Promise<void>,
  onTap: (name: string, tookMs: number) => void,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    timezoneId: 'UTC',
  });
  for (const pair of cookie.split('; ').filter(Boolean)) {
    const [name = '', value = ''] = pair.split('=', 2);
    await context.addCookies([{ name, value, url: address, httpOnly: true, sameSite: 'Lax' }]);
  }
  await context.addInitScript({ content: WATCH });
  const page = await context.newPage();
  await page.goto(address);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.evaluate(QUIET);
  await use(page, async (name, tap, shown) => {
    await page.evaluate('window.slowest = 0');
    await tap();
    await shown.first().waitFor();
    await page.evaluate(QUIET);
    onTap(name, await page.evaluate<number>('Math.max(16, window.slowest)'));
  });
  await context.close();
}

async function tapAround(page: Page, measure: Measure): Promise<void> {
  const tab = (name: string) => () => page.getByRole('link', { name, exact: true }).tap();
  const heading = (name: string | RegExp) => page.getByRole('heading', { name });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const squares = page.getByRole('gridcell').locator('a');
  await squares.first().waitFor();

  await measure('peek at a week', () => press(page, squares.nth(10)), page.getByTestId('peek'));
  await measure('open the add sheet', () => button('Add expense').tap(), page.getByRole('dialog'));
  await page.getByLabel('Quick entry').tap();
  await measure('type a line', () => page.keyboard.type('lunch 12.50', TYPING), page.getByText('$12.50'));
  await measure('add it', () => button('Add Expense').tap(), button('Undo'));
  await measure('undo', () => button('Undo').tap(), button('Add expense'));
  await measure('tab Expenses', tab('Expenses'), page.getByLabel('Search expenses'));
  const row = page.getByRole('main').getByRole('button', { name: /\$/ }).nth(3);
  await measure('open an expense', () => row.tap(), page.getByRole('dialog'));
  await page.getByLabel('Amount').fill('');
  await page.getByLabel('Amount').tap();
  const cents = String(100 + Math.floor(Math.random() * 899));
  await measure(
    'edit its amount',
    () => page.keyboard.type(`${cents[0]}.${cents.slice(1)}`, TYPING),
    page.getByRole('dialog'),
  );
  await measure('save', () => button('Save').tap(), page.getByLabel('Search expenses'));
  await measure(
    'tick',
    () => page.getByRole('checkbox', { name: 'Gym is paid' }).first().tap(),
    button('Filters'),
  );
  await measure(
    'filter',
    () => button('Everything').tap(),
    page.locator('[aria-pressed=true]', { hasText: 'Everything' }),
  );
  await page.getByLabel('Search expenses').tap();
  await measure(
    'search',
    () => page.keyboard.type('coffee', TYPING),
    page.getByText(/expenses?, \$|No expenses match/),
  );
  await measure('clear the search', () => button('Clear search').tap(), page.locator('h2'));
  await measure('tab Friends', tab('Friends'), heading('Friends'));
  await measure('tab Home', tab('Home'), squares);
  await measure('open a week', () => squares.nth(10).tap(), page.getByLabel('Previous week'));
  await measure('week back', () => page.getByLabel('Previous week').tap(), page.getByText(/purchases?$/));
  await measure('week on', () => page.getByLabel('Next week').tap(), page.getByText(/purchases?$/));
  await measure('tab Account', tab('Account'), heading('Appearance'));
  await measure('dark', () => page.getByText('Dark', { exact: true }).tap(), heading('Appearance'));
}

/** Touches an element for long. */
async function press(page: Page, element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('The square is not shown');
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.waitForTimeout(LONG_PRESS_MS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
