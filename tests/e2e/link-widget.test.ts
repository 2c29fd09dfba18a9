import type { FrameLocator, Page } from '@playwright/test';
import { loadAxe, SCHEMES, violationsOf } from './support/axe.ts';
import { BANK_CREDENTIALS, IS_FULL } from './support/constants.ts';
import { expect, test } from './support/test.ts';

/** The emulator's script in Chromium, in an empty page without inline code. */

const HOST = '/page-of-some-app';
const POLICY =
  "default-src 'none'; script-src 'self'; frame-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'";

interface Heard {
  /** Calls in order: `onLoad`, `onEvent OPEN`, `onSuccess`, … */
  calls: string[];
  publicToken: string | null;
  error: { error_code: string } | null;
  status: string | null;
}

interface Handler {
  open(): void;
  exit(options?: { force?: boolean }): void;
  destroy(): void;
}

interface EventMetadata {
  view_name: string | null;
  error_code: string | null;
}

interface LinkWindow extends Window {
  heard: Heard;
  link: Handler;
  Plaid: {
    create(config: {
      token: string;
      receivedRedirectUri?: string;
      onSuccess(publicToken: string): void;
      onExit(error: Heard['error'], metadata: { status: string | null }): void;
      onEvent(name: string, metadata: EventMetadata): void;
      onLoad(): void;
    }): Handler;
  };
}

declare const window: LinkWindow;

async function createToken(
  page: Page,
  origin: string,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const response = await page.request.post('/plaid-emulator/link/token/create', {
    headers: { 'plaid-client-id': BANK_CREDENTIALS.clientId, 'plaid-secret': BANK_CREDENTIALS.secret },
    data: {
      client_name: 'Some App',
      language: 'en',
      country_codes: ['US'],
      user: { client_user_id: 'someone' },
      products: ['transactions'],
      redirect_uri: `${origin}${HOST}`,
      ...fields,
    },
  });
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null || !('link_token' in body)) throw new Error('No link token');
  return String(body.link_token);
}

async function openApp(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === HOST,
    (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': POLICY },
        body: `<!doctype html><html lang="en"><title>Some app</title><link rel="icon" href="data:,"><h1>Some app</h1>
          <button>Connect</button><p>${'A long page. '.repeat(2000)}</p>
          <script src="/plaid-emulator/link/v2/stable/link-initialize.js"></script></html>`,
      }),
  );
  await page.goto(HOST);
}

/** The page's button opens the Link that this creates. */
async function createLink(page: Page, token: string, isReturn = false): Promise<void> {
  await page.evaluate(
    ([linkToken, comesBack]) => {
      const heard: Heard = { calls: [], publicToken: null, error: null, status: null };
      window.heard = heard;
      window.link = window.Plaid.create({
        token: linkToken,
        ...(comesBack ? { receivedRedirectUri: window.location.href } : {}),
        onSuccess: (publicToken) => {
          heard.calls.push('onSuccess');
          heard.publicToken = publicToken;
        },
        onExit: (error, { status }) => {
          heard.calls.push('onExit');
          heard.error = error;
          heard.status = status;
        },
        onEvent: (name, { view_name: view, error_code: code }) => {
          heard.calls.push(['onEvent', name, view, code].filter((part) => part !== null).join(' '));
        },
        onLoad: () => heard.calls.push('onLoad'),
      });
      document.querySelector('button')?.addEventListener('click', () => window.link.open());
    },
    [token, isReturn] as const,
  );
}

const heard = (page: Page): Promise<Heard> => page.evaluate(() => window.heard);
const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Bank Link"]');
const connect = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true });

/** Link is removed and the focus restored. */
async function expectGone(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(connect(page)).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('');
}

async function chooseBank(page: Page, name: RegExp): Promise<void> {
  await frameOf(page).getByRole('button', { name: 'Continue' }).click();
  await frameOf(page).getByRole('button', { name }).click();
}

async function logIn(page: Page, password = 'pass_good'): Promise<void> {
  await frameOf(page).getByLabel('Username').fill('user_good');
  await frameOf(page).getByLabel('Password').fill(password);
  await frameOf(page).getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Consents at the bank and returns the redirect's address, which no route of the test intercepts. */
async function allow(page: Page): Promise<string> {
  let address = '';
  await page.route(/\/oauth-bank\//, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    address = response.headers()['location'] ?? '';
    await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>On the way back</title>' });
  });
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(page).toHaveTitle('On the way back');
  return address;
}

test('Link opens over the app, reports every step, and hands over the token [PD-52]', async ({
  page,
  origin,
}) => {
  await openApp(page);
  await createLink(page, await createToken(page, origin));
  await expect.poll(async () => (await heard(page)).calls).toEqual(['onLoad']);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const entries = await page.evaluate(() => {
    document.documentElement.style.colorScheme = 'dark';
    return window.history.length;
  });
  await connect(page).click();
  await expect(page.getByRole('dialog', { name: 'Bank Link' })).toBeVisible();
  await expect(frameOf(page).getByRole('heading', { level: 1 })).toBeFocused();
  await expect(frameOf(page).locator('html')).toHaveAttribute('data-appearance', 'dark');
  expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('hidden');
  await chooseBank(page, /First Platypus Bank/);
  await logIn(page);
  await frameOf(page).getByRole('button', { name: 'Connect accounts' }).click();
  await frameOf(page).getByRole('button', { name: 'Finish' }).click();
  await expectGone(page);
  const { calls, publicToken } = await heard(page);
  expect(publicToken).toMatch(/^public-sandbox-/);
  expect(calls).toEqual([
    'onLoad',
    'onEvent OPEN',
    'onEvent TRANSITION_VIEW CONSENT',
    'onEvent TRANSITION_VIEW SELECT_INSTITUTION',
    'onEvent SELECT_INSTITUTION',
    'onEvent TRANSITION_VIEW CREDENTIAL',
    'onEvent SUBMIT_CREDENTIALS',
    'onEvent TRANSITION_VIEW LOADING',
    'onEvent TRANSITION_VIEW SELECT_ACCOUNT',
    'onEvent TRANSITION_VIEW CONNECTED',
    'onEvent HANDOFF',
    'onSuccess',
  ]);
  // The history belongs to the app.
  expect(await page.evaluate(() => window.history.length)).toBe(entries);
});

test('Escape leaves at once before a bank is chosen, and asks afterwards', async ({ page, origin }) => {
  await openApp(page);
  await createLink(page, await createToken(page, origin));
  await connect(page).press('Enter');
  await expect(frameOf(page).getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expectGone(page);
  expect(await heard(page)).toMatchObject({ error: null, status: 'requires_credentials' });

  // The same handler opens again, by keyboard alone.
  await connect(page).press('Enter');
  await frameOf(page).getByRole('button', { name: 'Continue' }).press('Enter');
  await frameOf(page)
    .getByRole('button', { name: /Tartan Bank/ })
    .press('Enter');
  await expect(frameOf(page).getByLabel('Username')).toBeFocused();
  await page.keyboard.type('user_good');
  await page.keyboard.press('Tab');
  await page.keyboard.type('error_INSTITUTION_DOWN');
  await page.keyboard.press('Enter');
  await expect(frameOf(page).getByRole('alert')).toContainText('The bank is not answering');
  await page.keyboard.press('Escape');
  await frameOf(page).getByRole('link', { name: 'Stay' }).press('Enter');
  await expect(frameOf(page).getByLabel('Password')).toBeFocused();
  await page.keyboard.press('Escape');
  // Every page can be left; this one asks first.
  await expect(frameOf(page).getByRole('link', { name: 'Stay' })).toBeVisible();
  await frameOf(page).getByRole('button', { name: 'Leave' }).press('Enter');
  await expectGone(page);
  expect(await heard(page)).toMatchObject({ error: { error_code: 'INSTITUTION_DOWN' } });
  expect((await heard(page)).calls).toContain('onEvent ERROR INSTITUTION_DOWN');
});

test('an OAuth bank takes the whole window and sends it back once', async ({ page, origin }) => {
  await openApp(page);
  const token = await createToken(page, origin);
  await createLink(page, token);
  await connect(page).click();
  await chooseBank(page, /Platypus OAuth Bank/);
  await frameOf(page).getByRole('button', { name: 'Continue to Platypus OAuth Bank' }).click();
  await page.getByLabel('Username').fill('user_good');
  await page.getByLabel('Password').fill('pass_good');
  const returnAddress = await allow(page);
  expect(returnAddress).toMatch(new RegExp(`^${origin}${HOST}\\?oauth_state_id=[0-9a-f-]{36}$`));
  await page.goto(returnAddress);

  await createLink(page, token, true);
  await connect(page).click();
  await frameOf(page).getByRole('button', { name: 'Connect accounts' }).click();
  await frameOf(page).getByRole('button', { name: 'Finish' }).click();
  await expectGone(page);
  expect((await heard(page)).publicToken).toMatch(/^public-sandbox-/);

  await page.reload();
  await createLink(page, token, true);
  await connect(page).click();
  await frameOf(page).getByRole('button', { name: 'Close' }).click();
  await expectGone(page);
  expect(await heard(page)).toMatchObject({ error: { error_code: 'OAUTH_STATE_ID_ALREADY_PROCESSED' } });
});

test('without a redirect_uri the bank opens its own window, and Link continues afterwards', async ({
  page,
  origin,
}) => {
  await openApp(page);
  await createLink(page, await createToken(page, origin, { redirect_uri: undefined }));
  await connect(page).click();
  await chooseBank(page, /Platypus OAuth Bank/);
  const opened = page.context().waitForEvent('page');
  await frameOf(page).getByRole('button', { name: 'Continue to Platypus OAuth Bank' }).click();
  const bankPage = await opened;
  await bankPage.getByLabel('Username').fill('user_good');
  await bankPage.getByLabel('Password').fill('pass_good');
  await bankPage.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(bankPage.getByText('You can close this window')).toBeVisible();
  await frameOf(page).getByRole('button', { name: 'Connect accounts' }).click();
  await frameOf(page).getByRole('button', { name: 'Finish' }).click();
  await expectGone(page);
  expect((await heard(page)).calls.at(-1)).toBe('onSuccess');
});

test('Link tells the app when it is closed by force, and not when it is destroyed', async ({
  page,
  origin,
}) => {
  await openApp(page);
  const token = await createToken(page, origin);
  await createLink(page, token);
  await connect(page).click();
  await chooseBank(page, /Houndstooth Bank/);
  await expect(frameOf(page).getByLabel('Username')).toBeFocused();
  const calls = await page.evaluate(() => {
    window.link.exit({ force: true });
    window.link.destroy();
    window.link.destroy();
    window.link.open();
    return window.heard.calls;
  });
  expect(calls.slice(-2)).toEqual(['onEvent EXIT', 'onExit']);
  await expectGone(page);
  const sessionOf = async () => {
    const response = await page.request.post('/plaid-emulator/link/token/get', {
      headers: { 'plaid-client-id': BANK_CREDENTIALS.clientId, 'plaid-secret': BANK_CREDENTIALS.secret },
      data: { link_token: token },
    });
    return JSON.stringify(await response.json());
  };
  await expect.poll(sessionOf).toContain('"event_name":"EXIT"');

  await createLink(page, token);
  await page.evaluate(() => window.link.open());
  await expect(frameOf(page).getByRole('button', { name: 'Continue' })).toBeVisible();
  const before = (await heard(page)).calls;
  await page.evaluate(() => window.link.destroy());
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await heard(page)).calls).toEqual(before);
});

test('only the frame is believed, and a frame that never comes can be left', async ({
  page,
  origin,
  consoleErrors,
}) => {
  await openApp(page);
  await createLink(page, await createToken(page, origin));
  await page.route(/link\.html/, (route) => route.abort());
  consoleErrors.expectNoAnswer();
  await connect(page).click();
  await page.evaluate(() => {
    const ending = { kind: 'success', publicToken: 'public-forged', metadata: {} };
    window.postMessage({ type: 'plaid-link', kind: 'state', state: { events: [], exit: {}, ending } }, '*');
  });
  await page.getByRole('button', { name: 'Leave' }).click();
  await expectGone(page);
  expect(await heard(page)).toMatchObject({ publicToken: null, error: null, status: null });
  expect((await heard(page)).calls).toEqual(['onLoad', 'onEvent EXIT', 'onExit']);

  await page.unroute(/link\.html/);
  await connect(page).click();
  await expect(frameOf(page).getByRole('button', { name: 'Continue' })).toBeVisible();
  await page.route(/\/institutions$/, (route) => route.abort());
  await frameOf(page).getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(page.getByRole('status')).toContainText('Bank Link isn’t responding.');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused();
  await page.getByRole('button', { name: 'Leave' }).press('Enter');
  await expectGone(page);
  expect((await heard(page)).status).toBe('requires_credentials');
});

test('nothing can be pressed before the script that answers presses', async ({ page, origin }) => {
  await openApp(page);
  await createLink(page, await createToken(page, origin));
  const held = Promise.withResolvers<undefined>();
  await page.route(/\/link\/assets\/frame\./, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/link\/assets\/frame\./);
  await connect(page).click();
  await asked;
  await expect(frameOf(page).locator('body')).toBeAttached();
  await expect(frameOf(page).locator('button, a, input')).toHaveCount(0);
  held.resolve(undefined);
  await expect(frameOf(page).getByRole('button', { name: 'Continue' })).toBeVisible();
});

test('Leave works while a step is still on its way to the bank', async ({ page, origin, consoleErrors }) => {
  await openApp(page);
  await createLink(page, await createToken(page, origin));
  await connect(page).click();
  await frameOf(page).getByRole('button', { name: 'Continue' }).click();
  const held = Promise.withResolvers<undefined>();
  await page.route(/\/institutions$/, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    await held.promise;
    return route.abort();
  });
  consoleErrors.expectNoAnswer();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await frameOf(page)
    .getByRole('button', { name: /Tartan Bank/ })
    .click();
  await sent;
  await frameOf(page).getByRole('button', { name: 'Leave' }).click();
  await expectGone(page);
  expect(await heard(page)).toMatchObject({ publicToken: null, error: null });
  held.resolve(undefined);
});

test('a page that does not come can be asked for again, without losing what was done', async ({
  page,
  origin,
  consoleErrors,
}) => {
  await openApp(page);
  await createLink(page, await createToken(page, origin));
  const entries = await page.evaluate(() => window.history.length);
  await page.route(/link\.html/, (route) => route.abort());
  consoleErrors.expectNoAnswer();
  await connect(page).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused();
  await page.unroute(/link\.html/);
  await page.keyboard.press('Enter');
  await frameOf(page).getByRole('button', { name: 'Continue' }).click();
  await expect(frameOf(page).getByRole('heading', { level: 1 })).toHaveText('Choose your bank');

  await page.route(/\/login$/, (route) => route.abort());
  await frameOf(page)
    .getByRole('button', { name: /Tartan Bank/ })
    .click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused();
  await page.unroute(/\/login$/);
  await page.keyboard.press('Enter');
  await expect(frameOf(page).getByLabel('Username')).toBeFocused();
  expect((await heard(page)).calls.filter((call) => call === 'onEvent OPEN')).toHaveLength(1);
  expect(await page.evaluate(() => window.history.length)).toBe(entries);
});

test('a form without an answer says so, keeps its values and can be sent again', async ({
  page,
  origin,
  consoleErrors,
}) => {
  await openApp(page);
  await createLink(page, await createToken(page, origin));
  await connect(page).click();
  await chooseBank(page, /Tartan Bank/);
  let answer: 'none' | 500 | 'good' = 'none';
  await page.route(/\/login$/, async (route) => {
    if (answer === 'good' || route.request().method() !== 'POST') await route.fallback();
    else if (answer === 'none') await route.abort();
    else await route.fulfill({ status: answer, contentType: 'text/html', body: 'No.' });
  });
  consoleErrors.expectNoAnswer();
  consoleErrors.expectStatus(500);
  await logIn(page);
  const alert = frameOf(page).getByRole('alert');
  const again = frameOf(page).getByRole('button', { name: 'Try again' });
  await expect(alert).toContainText('Bank Link isn’t responding');
  await expect(again).toBeFocused();
  await expect(frameOf(page).getByLabel('Username')).toHaveValue('user_good');

  // A new element makes screen readers announce the message again.
  const first = await alert.elementHandle();
  answer = 500;
  await again.press('Enter');
  await expect.poll(async () => first.evaluate((element) => element.isConnected)).toBe(false);
  await expect(alert).toHaveCount(1);
  await expect(again).toBeFocused();

  const frame = page.frames().find((one) => one.url().includes('/link/session/')) ?? page.mainFrame();
  await loadAxe(frame);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOf(frame, colorScheme)).toEqual([]);
  }

  answer = 'good';
  await again.press('Enter');
  await expect(frameOf(page).getByRole('button', { name: 'Connect accounts' })).toBeVisible();
});

test('every page of Link is accessible and fits, on any screen, light and dark', async ({ page, origin }) => {
  await openApp(page);
  await createLink(page, await createToken(page, origin));
  await connect(page).click();

  async function inspect(title: RegExp): Promise<void> {
    await expect(frameOf(page).locator('h1')).toHaveText(title);
    const frame = page.frames().find((one) => one.url().includes('/link/session/')) ?? page.mainFrame();
    await loadAxe(frame);
    for (const width of IS_FULL ? [320, 1280] : [320]) {
      await page.setViewportSize({ width, height: 844 });
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const found = await violationsOf(frame, colorScheme);
        expect(found, `${String(title)} at ${width}px, ${colorScheme}`).toEqual([]);
      }
      const sidewaysPx = await frame.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sidewaysPx, `${String(title)} at ${width}px`).toBeLessThanOrEqual(0);
    }
  }

  const frame = frameOf(page);
  await inspect(/would like to connect/);
  await frame.getByRole('button', { name: 'Continue' }).click();
  await inspect(/Choose your bank/);
  await frame.getByRole('button', { name: /Platypus OAuth Bank/ }).click();
  await inspect(/Continue at your bank/);
  await frame.getByRole('link', { name: 'Back' }).click();
  await frame.getByRole('button', { name: /First Gingham/ }).click();
  await logIn(page, 'error_ITEM_LOCKED');
  await expect(frame.getByRole('alert')).toBeVisible();
  await inspect(/Log in/);
  await logIn(page, 'mfa_selections_1_3_3');
  await expect(frame.getByRole('radio', { name: 'answer_0_0_0' })).toBeFocused();
  await inspect(/Answer some questions/);
  for (const question of [0, 1, 2]) await frame.getByText(`answer_0_${question}_1`).click();
  await frame.getByRole('button', { name: 'Continue' }).click();
  await expect(frame.getByRole('alert')).toBeVisible();
  await inspect(/Answer some questions/);
  await frame.getByRole('link', { name: 'Back' }).click();
  await logIn(page, 'mfa_questions_1_2');
  await inspect(/Answer some questions/);
  await frame.getByRole('link', { name: 'Back' }).click();
  await logIn(page, 'mfa_device');
  await inspect(/How should the code reach you/);
  await frame.getByRole('button', { name: 'Send code' }).click();
  await inspect(/Enter the code/);
  await page.keyboard.press('Escape');
  await inspect(/Leave Bank Link/);
  await frame.getByRole('link', { name: 'Stay' }).click();
  await frame.getByLabel('Code').fill('1234');
  await frame.getByRole('button', { name: 'Continue' }).click();
  await inspect(/Choose accounts/);
  await frame.getByRole('button', { name: 'Connect accounts' }).click();
  await inspect(/is connected/);
});
