import { MAX_IMPORT_LINES } from '@oinkly/domain/statements/limits';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { startBuiltServer } from './built-server.ts';
import { launchChromium } from './launch-chromium.ts';
import { preparePlace } from './place.ts';
import { ms, newReport, ratio } from './report.ts';
import { percentile } from './timing.ts';

/*
 * Measures how long a page reads the longest file, until it shows the lines, and how long the page is busy at once. The comparison is a
 * worker that only splits the same file at its separators.
 */

const RUNS = 5;
const SHOPS =
  'STARBUCKS STORE,TRADER JOE’S,WHOLEFDS MKT,SHELL OIL,TARGET,SQ *BLUE BOTTLE,TST* CORNER CAFE,SAFEWAY,CVS/PHARMACY,HARDWARE & MORE,LAUNDROMAT'.split(
    ',',
  );
const LINES = '[aria-label="Lines in the file"] [role="listitem"]';

/**
 * `costliest` measures the server's part, so requests are answered at once: a browser that is watched from outside copies their bodies.
 * `window.read` resolves after the frame that paints the lines, with the longest task since the file was chosen.
 */
const WATCH = `
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: 'longtask' });
  const answers = { '/api/imports/check': { known: [] }, '/api/imports': { id: '1', imported: 1 } };
  const real = window.fetch;
  window.fetch = async (url, init) =>
    init?.method === 'POST' && url in answers ? Response.json(answers[url]) : real(url, init);
  window.read = new Promise((resolve) => {
    addEventListener('change', ({ target }) => {
      if (target.type !== 'file') return;
      const chosenAt = performance.now();
      window.longest = 0;
      const look = () => {
        if (!document.querySelector(${JSON.stringify(LINES)})) return requestAnimationFrame(look);
        requestAnimationFrame(() => {
          const readMs = performance.now() - chosenAt;
          setTimeout(() => resolve({ readMs, busyMs: window.longest }), 300);
        });
      };
      look();
    }, { capture: true });
  });`;

/** Splits a text at its separators in a worker, and returns how long that took. */
const SPLIT = `
  const work = () => {
    onmessage = ({ data }) => {
      const rows = new TextDecoder().decode(data).split('\\n').map((line) => line.split(','));
      postMessage(rows.length);
    };
  };
  window.split = async (text) => {
    const bytes = new TextEncoder().encode(text);
    const startedAt = performance.now();
    const worker = new Worker(URL.createObjectURL(new Blob(['(' + work + ')()'])));
    await new Promise((resolve) => {
      worker.onmessage = resolve;
      worker.postMessage(bytes, [bytes.buffer]);
    });
    return performance.now() - startedAt;
  };`;

const { report, print } = newReport();
const folder = await mkdtemp(join(tmpdir(), 'bench-file-'));
const [path, text] = [join(folder, 'years.csv'), longFile()];
await writeFile(path, text);
const place = await preparePlace({ users: 1, viewers: 1, friendsEach: 0 });
const empty = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(`<!doctype html><title>Empty</title><script>${SPLIT}</script>`);
}).listen(0, '127.0.0.1');
await once(empty, 'listening');
const server = await startBuiltServer(place.dataDir);
const browser = await launchChromium();
try {
  const runs: { readMs: number; busyMs: number; bareMs: number; uses: Map<string, number> }[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const [name = '', value = ''] = (place.cookies[0] ?? '').split('=', 2);
    await context.addCookies([{ name, value, url: server.origin, httpOnly: true, sameSite: 'Lax' }]);
    await context.addInitScript({ content: WATCH });
    const page = await context.newPage();
    await page.goto(`${server.origin}/expenses/import`);
    await page.getByLabel('Choose a file').setInputFiles(path);
    await page.locator(LINES).first().waitFor();
    const { readMs, busyMs } = await page.evaluate<{ readMs: number; busyMs: number }>('window.read');
    const uses = await useIt(page);
    await page.goto(`http://127.0.0.1:${(empty.address() as AddressInfo).port}/`);
    const bareMs = await page.evaluate<number>(`window.split(${JSON.stringify(text)})`);
    runs.push({ readMs, busyMs, bareMs, uses });
    await context.close();
  }
  const median = (of: (run: (typeof runs)[number]) => number) => percentile(runs.map(of), 0.5);
  const [readMs, bareMs] = [median((run) => run.readMs), median((run) => run.bareMs)];
  const lines = `${MAX_IMPORT_LINES.toLocaleString('en-US')} lines`;
  report(
    `reading ${lines} in the browser`,
    ms(readMs),
    '≤ 3,000 ms',
    `splitting them in a worker: ${ms(bareMs)}, ${ratio(readMs, bareMs)}`,
  );
  report('longest task of the page meanwhile', ms(median((run) => run.busyMs)), '≤ 50 ms');
  for (const use of runs[0]?.uses.keys() ?? [])
    report(`longest task, ${lines}: ${use}`, ms(median(({ uses }) => uses.get(use) ?? 0)), '≤ 50 ms');
} finally {
  await browser.close();
  await server.stop();
  empty.close();
  for (const made of [place.dataDir, folder]) await rm(made, { recursive: true, force: true });
}
print();

/** Returns the longest task of each use of the preview. */
async function useIt(page: Page): Promise<Map<string, number>> {
  const uses = new Map<string, number>();
  const measure = async (name: string, use: () => Promise<unknown>) => {
    await page.evaluate('window.longest = 0');
    await use();
    // A task is reported some frames later.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
    uses.set(name, await page.evaluate<number>('window.longest'));
  };
  const ticked = page.getByRole('checkbox', { checked: true });
  await measure('one tick', () => ticked.first().uncheck());
  await measure('a category', () =>
    page
      .getByLabel(/^Category of/)
      .first()
      .selectOption('Travel'),
  );
  await measure('scrolling to the end', async () => {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  });
  await measure('all ticks', async () => {
    await page.evaluate('scrollTo(0, 0)');
    await page.getByRole('button', { name: 'Select all', exact: true }).click();
  });
  await measure('importing', async () => {
    await page.getByRole('button', { name: /^Import \d/ }).click();
    await page.getByRole('heading', { name: /imported$/ }).waitFor();
  });
  return uses;
}

function longFile(): string {
  const lines = Array.from({ length: MAX_IMPORT_LINES }, (_, index) => {
    const day = new Date(Date.UTC(2016, 0, 1 + Math.floor(index / 14))).toISOString().slice(0, 10);
    const shop = `${SHOPS[(index * 7) % SHOPS.length]} #${String((index * 7919) % 10_000).padStart(4, '0')}`;
    const cents = 100 + ((index * 48_271) % 20_000);
    return `${day},${day},"${shop}, PORTLAND OR",Food & Drink,Sale,-${(cents / 100).toFixed(2)},`;
  });
  return `Transaction Date,Post Date,Description,Category,Type,Amount,Memo\n${lines.join('\n')}\n`;
}
