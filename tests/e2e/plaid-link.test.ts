import type { Page } from '@playwright/test';
import { answer } from './support/network.ts';
import { startFixedTimeServer } from './support/fixed-time-server.ts';
import { expect, test as base } from './support/test.ts';

// A server set up for Plaid itself, with Plaid's hosts faked. The browser checks its policy first, so refused requests don't reach these
// hosts.

const SCRIPT = 'https://cdn.plaid.com/link/v2/stable/link-initialize.js';
const FRAME = 'https://cdn.plaid.com/link/v2/stable/link.html';
const CALL = 'https://production.plaid.com/link/workflow/start';
const LINK_TOKEN = 'link-production-0f6e';

/** Acts as Plaid documents its script: adds a script and styles with its own nonce, and a frame. */
const LINK_SCRIPT = `(() => {
  const { nonce } = document.currentScript;
  const write = (tag, text) => {
    const element = Object.assign(document.createElement(tag), { nonce, textContent: text });
    document.head.append(element);
  };
  window.Plaid = {
    create({ token, onLoad }) {
      write('style', '#plaid-link-iframe-1 { z-index: 9999 }');
      write('script', 'document.documentElement.dataset.plaid = "here"');
      const frame = document.createElement('iframe');
      frame.id = 'plaid-link-iframe-1';
      frame.setAttribute('style', 'position: fixed; display: none');
      frame.src = '${FRAME}#' + token;
      frame.onload = () => onLoad();
      document.body.append(frame);
      return {
        open: () => fetch('${CALL}', { method: 'POST' }).then(() => { frame.style.display = 'block'; }),
        exit: (options, callback) => callback?.(),
        submit: () => undefined,
        destroy: () => frame.remove(),
      };
    },
  };
})();`;

const test = base.extend<{ asked: string[] }, object>({
  origin: [
    async ({ browserName: _browserName }, use) => {
      const settings = { PLAID_CLIENT_ID: 'tests', PLAID_SECRET: 'tests-secret', PLAID_ENV: 'production' };
      const server = await startFixedTimeServer({ settings });
      await use(server.origin);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  /** Requests to other hosts, which all get an answer. */
  asked: async ({ page, origin }, use) => {
    const asked: string[] = [];
    await page.route(
      (url) => url.origin !== origin,
      async (route) => {
        const url = route.request().url();
        asked.push(url.replace(/#.*/, ''));
        const body =
          url === SCRIPT ? LINK_SCRIPT : '<!doctype html><link rel="icon" href="data:,"><h1>Plaid Link</h1>';
        await route.fulfill({
          body,
          contentType: url.endsWith('.js') ? 'text/javascript' : 'text/html',
          headers: { 'access-control-allow-origin': '*' },
        });
      },
    );
    await use(asked);
  },
});

// Each worker has a server of its own.
test.describe.configure({ mode: 'default' });

/** Attempts to load an address. */
const ATTEMPTS = {
  'script-src-elem': (url: string) =>
    document.head.append(Object.assign(document.createElement('script'), { src: url })),
  'frame-src': (url: string) =>
    document.body.append(Object.assign(document.createElement('iframe'), { src: url })),
  'connect-src': (url: string) => void fetch(url).catch(() => undefined),
  'img-src': (url: string) =>
    document.body.append(Object.assign(document.createElement('img'), { src: url })),
};

const ELSEWHERE = 'https://elsewhere.example/anything.js';

test('Plaid’s own widget has all that it needs under the policy of the page [SEC-7] [BC-4]', async ({
  ana: { page },
  asked,
}) => {
  await answer(page, 'POST', '/api/plaid/create-link-token', { json: { link_token: LINK_TOKEN } });
  await page.goto('/accounts');
  await page.getByRole('button', { name: 'Connect Bank Account' }).click();
  const frame = page.locator('#plaid-link-iframe-1');
  await expect(frame).toBeVisible();
  await expect(frame.contentFrame().getByRole('heading', { name: 'Plaid Link' })).toBeVisible();
  await expect(frame).toHaveAttribute('src', `${FRAME}#${LINK_TOKEN}`);
  await expect(frame).toHaveCSS('position', 'fixed');
  await expect(frame).toHaveCSS('z-index', '9999');
  await expect(page.locator('html')).toHaveAttribute('data-plaid', 'here');
  expect(asked.toSorted()).toEqual([SCRIPT, FRAME, CALL].toSorted());
});

test('Plaid’s widget page loads nothing else of other hosts [SEC-7]', async ({
  page,
  asked,
  policyViolations,
}) => {
  policyViolations.areExpected = true;
  await page.goto('/privacy');
  for (const [directive, url] of [
    ['script-src-elem', ELSEWHERE],
    // Only one script of Plaid's is allowed.
    ['script-src-elem', 'https://cdn.plaid.com/another.js'],
    ['frame-src', ELSEWHERE],
    ['frame-src', CALL],
    ['connect-src', ELSEWHERE],
    // The other environment.
    ['connect-src', 'https://sandbox.plaid.com/link/workflow/start'],
    ['img-src', ELSEWHERE],
  ] as const) {
    const before = policyViolations.seen.length;
    await page.evaluate<unknown, string>(ATTEMPTS[directive], url);
    await expect
      .poll(() => policyViolations.seen.slice(before).join('\n'))
      .toContain(`: ${directive} refused ${new URL(url).origin}`);
  }
  expect(asked).toEqual([]);
});

test('a page with Plaid’s widget refuses injected scripts and styles [SEC-7]', async ({
  page,
  policyViolations,
}) => {
  policyViolations.areExpected = true;
  await page.goto('/privacy');
  // A style sheet cannot read the nonce either.
  expect(await page.locator('meta[name="runtime-config"]').getAttribute('nonce')).toBe('');
  await write(page, 'script', 'document.title = "Mine"');
  await write(page, 'style', 'body { display: none }');
  await expect
    .poll(() => policyViolations.seen.join('\n'))
    .toMatch(/: script-src-elem refused inline.*: style-src-elem refused inline/s);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.title()).not.toBe('Mine');
});

async function write(page: Page, tag: 'script' | 'style', text: string): Promise<void> {
  await page.evaluate(
    ([localName, textContent]) =>
      document.head.append(Object.assign(document.createElement(localName), { textContent })),
    [tag, text] as const,
  );
}
