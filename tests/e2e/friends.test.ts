import type { Browser, BrowserContext, Page } from '@playwright/test';
import { PASSWORD, SERVER_NOW } from './support/constants.ts';
import { signUp, type TestUser } from './support/test-user.ts';
import { answer, hold } from './support/network.ts';
import { expect, test } from './support/test.ts';
import { painted, recordShifts } from './support/layout-shifts.ts';

/** A user with a browser of their own. */
interface Friend extends TestUser {
  page: Page;
  context: BrowserContext;
}

const opened: BrowserContext[] = [];
test.afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});

/** Opens a logged-out browser. */
async function newPage(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' });
  opened.push(context);
  const page = await context.newPage();
  await page.clock.install({ time: new Date(SERVER_NOW) });
  return page;
}

/** Signs up in a new browser. */
async function newUser(browser: Browser, origin: string, fullName: string): Promise<Friend> {
  const page = await newPage(browser, origin);
  const user = await signUp(page.request, origin);
  await user.call('PUT', '/api/users', {
    fullName,
    weeklyBudget: 100,
    signupCompleted: true,
    timeZone: 'America/Los_Angeles',
  });
  return { page, context: page.context(), ...user };
}

/** Returns the link in the friends page's text message. */
async function inviteOf(page: Page): Promise<string> {
  await page.goto('/friends');
  const sms = await page.getByRole('link', { name: 'Send a text message' }).getAttribute('href');
  const link = /https?:\/\/\S+$/.exec(decodeURIComponent(sms ?? ''))?.[0];
  if (link === undefined) throw new Error(`No link in ${sms}`);
  return link;
}

/** Accepts an invitation without its page. */
const accept = ({ call }: TestUser, link: string) =>
  call('POST', `/api/invites/${link.split('/').at(-1) ?? ''}/accept`);

const manageFriends = (page: Page) => page.getByRole('button', { name: 'Manage friends' }).click();

/** Joins or leaves the board and waits for the server, because the switch changes earlier. */
async function switchBoard(page: Page): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await manageFriends(page);
  await page.getByRole('switch', { name: 'Show me on the board' }).click();
  await saved;
}

for (const width of [320, 390, 1280]) {
  test(
    `nothing moves while the friends page loads at ${width}px [PD-27]`,
    { tag: width === 390 ? [] : '@long' },
    async ({ ana: { page } }) => {
      await page.setViewportSize({ width, height: 1200 });
      const shifts = await recordShifts(page);
      const since = '2026-05-01T12:00:00Z';
      const friends = ['Bo', 'Cy', 'Di'].map((name) => ({ userId: name, name, since }));
      await answer(page, 'GET', '/api/friends', { json: { friends, blocked: [], guests: [] } });
      const circle = await hold(page, 'GET', '/api/friends');
      const invite = await hold(page, 'GET', '/api/invite');
      await page.goto('/friends');
      await expect(page.getByRole('heading', { name: 'Friends', exact: true })).toBeVisible();
      await painted(page);
      circle.release();
      await expect(page.getByText('(You)')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Invite friends' })).toBeVisible();
      await painted(page);
      invite.release();
      await expect(page.getByRole('link', { name: 'Send a text message' })).toBeVisible();
      await painted(page);
      expect(await shifts()).toEqual([]);
    },
  );
}

/** The rows of ranks. */
const board = (page: Page) => page.locator('ol').first().getByRole('listitem');
/** The rows of check marks. */
const marks = (page: Page) => page.getByRole('listitem').filter({ has: page.locator('[data-mark]') });
const spend = ({ call }: TestUser, amount: number) =>
  call('POST', '/api/expenses', { name: 'Lunch', amount, date: '2026-06-04', category: 'Dining' });

test('three invited friends see one order and their own row [DB-7] [DB-8] [DB-9] [PD-20] [PD-27]', async ({
  browser,
  origin,
}) => {
  const ana = await newUser(browser, origin, 'Ana');
  const bo = await newUser(browser, origin, 'Bo');
  const cy = await newUser(browser, origin, 'Cy');
  await spend(ana, 60);
  await spend(bo, 20);
  await spend(cy, 90);

  await ana.page.goto('/');
  await ana.page.getByRole('link', { name: 'Add friends' }).click();
  await expect(ana.page.getByRole('heading', { level: 1, name: 'Friends' })).toBeFocused();
  await expect(ana.page.getByText('No friends yet.')).toBeVisible();
  const link = await inviteOf(ana.page);
  for (const { page } of [bo, cy]) {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'You’re invited' })).toBeVisible();
    await expect(page.getByText('Ana wants to see')).toBeVisible();
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page).toHaveURL(`${origin}/`);
    await expect(page.getByText('You’re friends now', { exact: true })).toBeVisible();
  }
  await ana.page.goto('/');
  await expect(board(ana.page)).toHaveText([/^Rank 1Bo/, /^Rank 2Ana\(You\)/, /^Rank 3Cy/]);
  await expect(ana.page.getByRole('heading', { level: 2 }).first()).toContainText('2nd');
  // Bo and Cy are friends of Ana, not of each other.
  await expect(marks(bo.page)).toHaveText([/^Bo\(You\)/, /^Ana/]);
  await expect(marks(cy.page)).toHaveText([/^Cy\(You\)/, /^Ana/]);
});

test('two people see check marks and three see ranks, until one chooses [PD-76]', async ({
  browser,
  origin,
}) => {
  const ana = await newUser(browser, origin, 'Ana');
  const [bo, cy] = [await newUser(browser, origin, 'Bo'), await newUser(browser, origin, 'Cy')];
  const link = await inviteOf(ana.page);
  await accept(bo, link);
  await ana.page.goto('/');
  await expect(marks(ana.page)).toHaveText([/^Ana\(You\)first week ends on Sunday/, /^Bo/]);
  await accept(cy, link);
  await ana.page.reload();
  await expect(board(ana.page)).toHaveCount(3);
  await bo.page.goto('/');
  await expect(marks(bo.page)).toHaveCount(2);
  await bo.page.getByText('How the board works').click();
  await bo.page.getByRole('radio', { name: 'Ranks' }).click();
  await expect(board(bo.page)).toHaveText([/Ana/, /Bo\(You\)/]);
  await bo.page.reload();
  await expect(board(bo.page)).toHaveText([/Ana/, /Bo\(You\)/]);
});

test('a newcomer accepts once, on the first page, and is on the board after onboarding [PD-27] [PD-91] [RT-10]', async ({
  browser,
  origin,
}) => {
  const ana = await newUser(browser, origin, 'Ana');
  const link = await inviteOf(ana.page);
  const page = await newPage(browser, origin);
  await page.goto(link);
  await expect(page.getByText('Ana wants to see')).toBeVisible();
  await page.getByRole('link', { name: 'Accept and create an account' }).click();
  await page.getByLabel('Email').fill(`newcomer-${Date.now()}@example.org`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(`${origin}/signup-flow`);
  await expect(page.getByText('Ana is waiting for you')).toBeVisible();
  await page.getByPlaceholder('Your name').fill('Ned');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Set my goal' }).click();
  await page.getByRole('button', { name: 'Skip for now' }).click();
  const both = page.getByRole('region', { name: 'You and Ana share a board' }).getByRole('listitem');
  await expect(both).toHaveText(['Ana', 'Ned(You)']);
  await page.getByRole('button', { name: 'Continue to final step' }).click();
  await page.getByRole('button', { name: 'Go to my dashboard' }).click();
  await expect(page).toHaveURL(`${origin}/`);
  await expect(page.getByText('You’re friends now', { exact: true })).toBeVisible();
  await expect(marks(page)).toHaveText([/^Ned\(You\)/, /^Ana/]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The inviter learns of it.
  await ana.page.goto('/');
  await ana.page.getByRole('link', { name: 'Friends 1 new' }).click();
  await expect(marks(ana.page)).toHaveText([/^Ana\(You\)/, /^Ned/]);
  await expect(ana.page.getByRole('link', { name: 'Friends', exact: true })).toBeVisible();
});

test('declining makes no friend; own, known and void links are explained [PD-27]', async ({
  browser,
  origin,
}) => {
  const ana = await newUser(browser, origin, 'Ana');
  const bo = await newUser(browser, origin, 'Bo');
  const link = await inviteOf(ana.page);
  await ana.page.goto(link);
  await expect(ana.page.getByRole('heading', { name: 'This is your own invitation' })).toBeVisible();

  await bo.page.goto(link);
  await bo.page.getByRole('button', { name: 'Decline' }).click();
  await expect(bo.page).toHaveURL(`${origin}/`);
  await expect(bo.page.getByRole('dialog')).toHaveCount(0);
  expect(await bo.call('GET', '/api/friends')).toMatchObject({ friends: [] });

  await bo.page.goto(link);
  await bo.page.getByRole('button', { name: 'Accept' }).click();
  await expect(bo.page).toHaveURL(`${origin}/`);
  await bo.page.goto(link);
  await expect(bo.page.getByRole('heading', { name: 'You’re already friends' })).toBeVisible();

  await ana.page.goto('/friends');
  await ana.page.getByRole('button', { name: 'Replace my link' }).click();
  await expect(ana.page.getByText('will stop working')).toBeVisible();
  await ana.page.getByRole('button', { name: 'Replace my link' }).click();
  await expect(ana.page.getByText('New link', { exact: true })).toBeVisible();
  expect(await inviteOf(ana.page)).not.toBe(link);
  await bo.page.goto(link);
  await expect(bo.page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();
});

test('removing and blocking void the link; new ones are void for a blocked friend until unblocked [PD-27]', async ({
  browser,
  origin,
}) => {
  const ana = await newUser(browser, origin, 'Ana');
  const bo = await newUser(browser, origin, 'Bo');
  const cy = await newUser(browser, origin, 'Cy');
  const used = await inviteOf(ana.page);
  await accept(bo, used);
  const { page } = ana;
  await page.reload();
  await manageFriends(page);
  await page.getByRole('button', { name: 'More about Bo' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Remove Bo' }).click();
  await expect(page.getByText('No friends yet.', { exact: true })).toBeVisible();
  await bo.page.goto(used);
  await expect(bo.page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();

  const link = await inviteOf(page);
  await accept(bo, link);
  await page.reload();
  await manageFriends(page);
  await page.getByRole('button', { name: 'More about Bo' }).click();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByRole('button', { name: 'Block Bo' }).click();
  await expect(page.getByRole('heading', { name: 'Blocked' })).toBeVisible();
  // Signed out, the friend could join with it as a guest.
  await cy.page.goto(link);
  await expect(cy.page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();

  const next = await inviteOf(page);
  await bo.page.goto(next);
  await expect(bo.page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();
  await cy.page.goto(next);
  await expect(cy.page.getByRole('heading', { name: 'You’re invited' })).toBeVisible();
  await manageFriends(page);
  await page.getByRole('button', { name: 'Unblock Bo' }).click();
  await expect(page.getByRole('heading', { name: 'Blocked' })).toHaveCount(0);
  await bo.page.reload();
  await expect(bo.page.getByRole('heading', { name: 'You’re invited' })).toBeVisible();
});

test('a friend is asked for a pact in the list and on the page, agrees there, and ends it with one tap [PD-100] [PD-102]', async ({
  browser,
  origin,
}) => {
  const ana = await newUser(browser, origin, 'Ana');
  const bo = await newUser(browser, origin, 'Bo');
  await accept(bo, await inviteOf(ana.page));
  await ana.page.goto('/friends');
  const pacts = (page: Page) => page.getByRole('region', { name: 'Pacts' });
  await pacts(ana.page).getByRole('button', { name: 'Propose a pact' }).click();
  await expect(pacts(ana.page).getByText('You proposed a pact to Bo.')).toBeVisible();

  await bo.page.goto('/notifications');
  await bo.page.getByRole('link', { name: /Ana\W* proposes a pact/ }).click();
  await pacts(bo.page).getByRole('button', { name: 'Agree to a pact with Ana' }).click();
  await expect(pacts(bo.page).getByText('0 weeks together')).toBeVisible();
  await expect(pacts(bo.page).getByText('Counts from Monday, June 8.')).toBeVisible();

  await ana.page.reload();
  await expect(pacts(ana.page).getByText('0 weeks together')).toBeVisible();
  await pacts(ana.page).getByRole('button', { name: 'End the pact with Bo' }).click();
  await expect(pacts(ana.page).getByRole('button', { name: 'Propose a pact' })).toBeVisible();
  await bo.page.reload();
  await expect(pacts(bo.page).getByRole('button', { name: 'Propose a pact' })).toBeVisible();
});

test('a guest joins with a name, is on the board, and becomes a friend by creating an account [PD-103] [PD-104]', async ({
  browser,
  origin,
}) => {
  const ana = await newUser(browser, origin, 'Ana');
  const link = await inviteOf(ana.page);
  const page = await newPage(browser, origin);
  await page.goto(link);
  await page.getByRole('button', { name: 'Join without an account' }).click();
  await page.getByLabel('Your name').fill('<b>Mia</b>');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page).toHaveURL(/\/guest\/[\w-]{64}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Hi, <b>Mia</b>' })).toBeVisible();
  await expect(page.getByText('Come back on Monday')).toBeVisible();
  await expect(marks(page)).toHaveText([/^<b>Mia<\/b>\(You\)/, /^Ana/]);

  await ana.page.goto('/friends');
  await expect(marks(ana.page)).toHaveText([/^Ana\(You\)/, /^<b>Mia<\/b>guest/]);
  await ana.page.getByRole('button', { name: 'Make a pact' }).click();
  await expect(ana.page.getByText('0 weeks together')).toBeVisible();

  await page.getByRole('link', { name: 'Create an account and keep my weeks' }).click();
  await page.getByLabel('Email').fill(`guest-${Date.now()}@example.org`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByRole('link', { name: 'Finish setting up' }).click();
  await page.getByPlaceholder('Your name').fill('Mia');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Set my goal' }).click();
  for (const name of ['Skip for now', 'Continue to final step', 'Go to my dashboard'])
    await page.getByRole('button', { name }).click();
  await expect(page).toHaveURL(`${origin}/`);
  await expect(marks(page)).toHaveText([/^Mia\(You\)/, /^Ana/]);
  await ana.page.reload();
  await expect(marks(ana.page)).toHaveText([/^Ana\(You\)/, /^Mia(?!guest)/]);
  await expect(ana.page.getByText('0 weeks together')).toBeVisible();
});

test('a user who leaves the board is on no board, sees none, and can return [PD-27]', async ({
  browser,
  origin,
}) => {
  const ana = await newUser(browser, origin, 'Ana');
  const bo = await newUser(browser, origin, 'Bo');
  const link = await inviteOf(ana.page);
  await accept(bo, link);
  await switchBoard(ana.page);
  await expect(ana.page.getByRole('switch', { name: 'Show me on the board' })).not.toBeChecked();
  await ana.page.goto('/');
  await expect(ana.page.getByText('You’re off the board')).toBeVisible();
  await bo.page.goto('/');
  await expect(bo.page.getByText('(You)')).toBeVisible();
  await expect(bo.page.getByRole('listitem').filter({ hasText: 'Ana' })).toHaveCount(0);
  await ana.page.getByRole('button', { name: 'Come back' }).click();
  await expect(ana.page.getByRole('link', { name: 'Add friends' })).toBeVisible();
  await bo.page.reload();
  await expect(marks(bo.page)).toHaveText([/^Bo\(You\)/, /^Ana/]);
});

test('markup, 80 letters and right-to-left names stay text everywhere [SEC-8] [PD-26]', async ({
  browser,
  origin,
}) => {
  const ana = await newUser(browser, origin, 'Ana');
  const names = ['<img src=x onerror=document.title="hit">', 'W'.repeat(80), 'דנה \u200Fلينا'];
  for (const name of names) {
    const friend = await newUser(browser, origin, name);
    const link = await inviteOf(friend.page);
    await ana.page.goto(link);
    await expect(ana.page.getByText(name.slice(0, 30)).first()).toBeVisible();
    await ana.page.getByRole('button', { name: 'Accept' }).click();
    await expect(ana.page).toHaveURL(`${origin}/`);
  }
  await expect(board(ana.page)).toHaveCount(4);
  for (const name of names) await expect(board(ana.page).filter({ hasText: name })).toHaveCount(1);
  expect(await ana.page.title()).not.toContain('hit');
  const overflow = await ana.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});

test('a preview names who invites, but not for a void link or a blocked user [PD-27] [SEC-8]', async ({
  browser,
  origin,
}) => {
  const ana = await newUser(browser, origin, 'Ana <b>');
  const bo = await newUser(browser, origin, 'Bo');
  const link = await inviteOf(ana.page);
  const stranger = await newPage(browser, origin);
  const preview = await stranger.request.get(link);
  expect(preview.status()).toBe(200);
  const html = await preview.text();
  expect(html).toContain('<title>Ana &lt;b&gt; invites you · Oinkly</title>');
  expect(html).toContain('<meta property="og:title" content="Ana &lt;b&gt; invites you" />');
  expect(html).toContain(`<meta property="og:url" content="${link}" />`);
  expect(html).toContain('<meta name="robots" content="noindex" />');
  const guess = await stranger.request.get('/invite/guess');
  expect([guess.status(), await guess.text()]).toEqual([404, expect.not.stringContaining('Ana')]);

  await accept(bo, link);
  const { friends } = (await ana.call('GET', '/api/friends')) as { friends: { userId: string }[] };
  await ana.call('POST', `/api/friends/${friends[0]?.userId ?? ''}/block`);
  const blocked = await bo.page.request.get(link);
  expect([blocked.status(), await blocked.text()]).toEqual([404, expect.not.stringContaining('Ana')]);
});
