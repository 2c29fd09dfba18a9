import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright';
import { startBuiltServer } from './built-server.ts';
import { launchChromium } from './launch-chromium.ts';
import { preparePlace } from './place.ts';
import { newReport, ms, ratio } from './report.ts';
import { percentile } from './timing.ts';

/*
 * Measures when a page paints its first square, or the landing page its heading, and what it loads until then. An empty page is the
 * comparison.
 */

const RUNS = 7;
/** The browser needs this pause to end the previous page. */
const PAUSE_MS = 700;
const READY = { main: '[role="gridcell"] [data-index]', landing: 'h1', empty: '#ready' };
const MBIT_10 = {
  offline: false,
  latency: 40,
  downloadThroughput: 10_000_000 / 8,
  uploadThroughput: 10_000_000 / 8,
};

interface Load {
  readyMs: number;
  bytes: number;
  blockingMs: number;
}

const { report, print } = newReport();
const place = await preparePlace({ users: 20, viewers: 5, friendsEach: 3 });
const empty = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><title>Empty</title><div id="ready">0</div>');
}).listen(0, '127.0.0.1');
await once(empty, 'listening');
const emptyAddress = `http://127.0.0.1:${(empty.address() as AddressInfo).port}/`;
const server = await startBuiltServer(place.dataDir);
const browser = await launchChromium();
try {
  const main = `${server.origin}/`;
  const cold = await loads(browser, main, READY.main, { isLoggedIn: true });
  const floor = await loads(browser, emptyAddress, READY.empty, {});
  const show = ({ readyMs, bytes }: Load) => `${ms(readyMs)}, ${Math.round(bytes / 1000)} kB`;
  const against = (page: Load, blank: Load) =>
    `an empty page: ${show(blank)}, ${ratio(page.readyMs, blank.readyMs)}`;
  report('main view, cold', show(cold), '≤ 400 ms, ≤ 200 kB', against(cold, floor));
  report(
    'blocking time until then',
    ms(cold.blockingMs),
    '≤ 30 ms',
    `an empty page: ${ms(floor.blockingMs)}`,
  );
  const warmFloor = await loads(browser, emptyAddress, READY.empty, { isWarm: true });
  const warm = await loads(browser, main, READY.main, { isLoggedIn: true, isWarm: true });
  report('main view, warm', ms(warm.readyMs), '≤ 130 ms', against(warm, warmFloor));
  const slowFloor = await loads(browser, emptyAddress, READY.empty, { isSlow: true });
  const slow = await loads(browser, main, READY.main, { isLoggedIn: true, isSlow: true });
  report('main view at 10 Mbit/s and 40 ms', ms(slow.readyMs), '≤ 550 ms', against(slow, slowFloor));
  const landing = await loads(browser, main, READY.landing, {});
  report('landing page, cold', show(landing), '≤ 260 ms, ≤ 160 kB', against(landing, floor));
} finally {
  await browser.close();
  await server.stop();
  empty.close();
  await rm(place.dataDir, { recursive: true, force: true });
}
print();

interface Manner {
  isLoggedIn?: boolean;
  /** The browser has already stored the app's files. */
  isWarm?: boolean;
  isSlow?: boolean;
}

/** Each load starts with a new browser profile. */
async function loads(browserOf: Browser, address: string, ready: string, manner: Manner): Promise<Load> {
  const all: Load[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browserOf.newContext({ viewport: { width: 390, height: 844 } });
    if (manner.isLoggedIn) await logIn(context, address);
    await context.addInitScript({ content: watchFor(ready) });
    if (manner.isWarm) {
      await load(context, address, manner);
      // Meanwhile the service worker stores the app's files.
      await setTimeout(1_500);
    }
    all.push(await load(context, address, manner));
    await context.close();
  }
  const median = (of: (one: Load) => number) => percentile(all.map(of), 0.5);
  return {
    readyMs: median(({ readyMs }) => readyMs),
    bytes: median(({ bytes }) => bytes),
    blockingMs: median(({ blockingMs }) => blockingMs),
  };
}

async function load(context: BrowserContext, address: string, { isSlow }: Manner): Promise<Load> {
  const page = await context.newPage();
  await setTimeout(PAUSE_MS);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  if (isSlow) await session.send('Network.emulateNetworkConditions', MBIT_10);
  let bytes = 0;
  session.on('Network.dataReceived', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(address, { waitUntil: 'commit' });
  const { readyMs, blockingMs } = await page.evaluate<Omit<Load, 'bytes'>>('window.ready');
  const result = { readyMs, blockingMs, bytes };
  await page.close();
  return result;
}

async function logIn(context: BrowserContext, address: string): Promise<void> {
  const [name = '', value = ''] = (place.cookies[0] ?? '').split('=', 2);
  await context.addCookies([{ name, value, url: address, httpOnly: true, sameSite: 'Lax' }]);
}

/** `window.ready` resolves after the frame that paints the element. */
function watchFor(selector: string): string {
  return `
    let blockingMs = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) blockingMs += duration - 50;
    }).observe({ type: 'longtask' });
    window.ready = new Promise((resolve) => {
      const look = () => {
        if (!document.querySelector(${JSON.stringify(selector)})) return requestAnimationFrame(look);
        // The next frame begins when the browser has painted this one.
        requestAnimationFrame(() => resolve({ readyMs: performance.now(), blockingMs }));
      };
      look();
    });`;
}
