import type { Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { loadAxe, SCHEMES, violationsOf } from './support/axe.ts';
import { expect, test as base } from './support/test.ts';

/* The bank lab's own page, in the program as developers of other apps start it. */

const PROGRAM = fileURLToPath(new URL('../../programs/bank-lab/src/main.ts', import.meta.url));
const WIDTHS = [390, 320, 1280];

/** Each test has a lab of its own, in memory. */
const test = base.extend<{ lab: string }>({
  lab: async ({ browserName: _browserName }, use) => {
    const options = ['--port', '0', '--data-folder', ':memory:', '--secret', 'mine'];
    const program = spawn(process.execPath, [PROGRAM, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      for await (const line of createInterface({ input: program.stdout })) {
        await use(line.replace('Bank lab at ', ''));
        break;
      }
    } finally {
      program.kill();
      if (program.exitCode === null) await once(program, 'exit');
    }
  },
});

async function open(page: Page, section: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: section }).click();
  await expect(page.getByRole('link', { name: section })).toHaveAttribute('aria-current', 'page');
}

/** Fails on sideways scrolling or a broken rule at a phone's and a desktop's width, in either theme. */
async function inspect(page: Page): Promise<void> {
  await loadAxe(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    const sidewaysPx = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sidewaysPx, `${page.url()} at ${width}px`).toBe(0);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOf(page, colorScheme), `${page.url()}, ${width}px, ${colorScheme}`).toEqual([]);
    }
  }
}

/** Plays the app: it uses a setup token. Returns how it reads its accounts. */
async function claim(setupToken: string) {
  const claimUrl = Buffer.from(setupToken, 'base64').toString();
  const claimed = await fetch(claimUrl, { method: 'POST', headers: { 'content-length': '0' } });
  const { origin, pathname, username, password } = new URL(await claimed.text());
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return () => fetch(`${origin}${pathname}/accounts?version=2&pending=1`, { headers: { authorization } });
}

/** Makes two banks on the page, whose token the app uses. Returns how it reads its accounts. */
async function makeBanks(page: Page, lab: string) {
  await page.goto(lab);
  await page.getByRole('button', { name: 'Make a setup token' }).click();
  const token = page.getByRole('listitem').filter({ hasText: 'First Platypus Bank' }).locator('code');
  return claim((await token.textContent()) ?? '');
}

test('makes a bank, moves its clock, and runs a scenario', async ({ page, lab }) => {
  const read = await makeBanks(page, lab);
  await open(page, 'Banks');
  await expect(page.getByRole('heading', { name: /^SimpleFIN token of .*, in use$/ })).toBeVisible();

  await open(page, 'Connect');
  await page.getByRole('button', { name: '+1 week' }).click();
  await expect(page.getByRole('banner')).toContainText('7 days ahead of reality');

  await open(page, 'Scenarios');
  const scenario = page.getByRole('region', { name: 'Pending and posted at the same time' });
  await scenario.getByRole('button', { name: 'Start: Report the dinner as pending' }).click();
  expect((await (await read()).text()).match(/JUNIPER TABLE/g)).toHaveLength(1);
  await scenario.getByRole('button', { name: 'Next: Report it as posted too' }).click();
  expect((await (await read()).text()).match(/JUNIPER TABLE/g)).toHaveLength(2);
  await scenario.getByRole('button', { name: 'Next: Remove the pending row' }).click();
  await expect(scenario).toContainText('Done: Remove the pending row.');
});

test('lets the next call fail, and says how many are left', async ({ page, lab }) => {
  const read = await makeBanks(page, lab);
  await open(page, 'Failing calls');
  const simplefin = page.getByRole('region', { name: 'SimpleFIN' });
  await simplefin.getByLabel('The next call of').selectOption('/accounts');
  await simplefin.getByLabel('fails with').selectOption('Status 504');
  await simplefin.getByRole('button', { name: 'Let it fail' }).click();
  await expect(page.getByRole('region', { name: 'Waiting for your app' })).toContainText('1 more');
  expect([(await read()).status, (await read()).status]).toEqual([504, 200]);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Waiting for your app' })).toContainText('No call fails.');
  await open(page, 'Requests');
  await expect(page.getByRole('region', { name: 'SimpleFIN' })).toContainText('2 of 24 requests');
});

test('fires a webhook at the app and sends it again', async ({ page, lab }) => {
  const received: string[] = [];
  const app = createServer((request, answer) => {
    void json(request).then((body) => {
      received.push((body as { webhook_code: string }).webhook_code);
      answer.end();
    });
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  try {
    const address = app.address();
    const port = typeof address === 'object' ? address?.port : null;
    const linked = await page.request.post(`${lab}/plaid/sandbox/public_token/create`, {
      headers: { 'plaid-client-id': 'bank-lab', 'plaid-secret': 'mine' },
      data: {
        institution_id: 'ins_109508',
        initial_products: ['transactions'],
        options: { webhook: `http://127.0.0.1:${port}/webhook` },
      },
    });
    expect(linked.status()).toBe(200);
    await page.goto(`${lab}/webhooks`);
    await page.getByRole('combobox', { name: 'Webhook', exact: true }).selectOption('NEW_ACCOUNTS_AVAILABLE');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const sent = page.getByRole('listitem').filter({ hasText: 'NEW_ACCOUNTS_AVAILABLE' });
    await expect(async () => {
      await page.getByRole('link', { name: 'Refresh' }).click();
      await expect(sent).toContainText('delivered', { timeout: 1000 });
    }).toPass();
    await sent.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => received.filter((code) => code === 'NEW_ACCOUNTS_AVAILABLE')).toHaveLength(2);
    await inspect(page);
  } finally {
    app.closeAllConnections();
    app.close();
  }
});

test('breaks no accessibility rule on any page, and never scrolls sideways', async ({ page, lab }) => {
  const read = await makeBanks(page, lab);
  await read();
  for (const section of ['Connect', 'Banks', 'Scenarios', 'Failing calls', 'Webhooks', 'Requests']) {
    await open(page, section);
    await inspect(page);
  }
  await open(page, 'Banks');
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Last rows' })).toBeVisible();
  await inspect(page);
});
