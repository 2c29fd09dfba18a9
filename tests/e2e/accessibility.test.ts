import type { RouteResponse } from '@oinkly/contract/endpoints';
import {
  anEntry,
  anExpense,
  anInbox,
  aNotification,
  aSharedMap,
  aWeekThatEnded,
} from '@oinkly/contract/samples';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { IS_FULL } from './support/constants.ts';
import { expect, test } from './support/test.ts';
import { addVirtualAuthenticator } from './support/virtual-authenticator.ts';
import { BOARD_OF_FOUR } from './support/board-of-four.ts';
import { answer, hold, watchRequests } from './support/network.ts';
import { CARD_CSV, chooseFile, fileOf } from './support/statement-files.ts';
import { openAllFields } from './support/add-expense.ts';

const WIDTHS = [390, 320, 1280];
/** `npm run test:long` checks all rules at every width. */
const RULE_WIDTHS = IS_FULL ? WIDTHS : [390];
const SCHEMES = ['light', 'dark'] as const;
/** Passed to a page once, because it is large. */
const AXE_SCRIPT = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const LONG_NAME = 'Bartholomew-Maximilian Featherstonehaugh-Cholmondeley III, Jr';
const LONGEST_PURCHASE = 'Sixtycharacterswithoutanyspaceinthemisthelongestanyonetypesx';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Fails on sideways scrolling at any width or on a broken rule in either theme. In the dark theme only contrast can differ. */
async function inspect(page: Page): Promise<void> {
  await page.evaluate(AXE_SCRIPT);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    expect(await sidewaysPx(page), `${width}px, sideways`).toBeLessThanOrEqual(0);
    if (!RULE_WIDTHS.includes(width)) continue;
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await untilStill(page);
      const found = await violationsOf(page, colorScheme === 'dark' ? ['color-contrast'] : undefined);
      expect(found, `${width}px, ${colorScheme}`).toEqual([]);
    }
  }
}

/**
 * Ends animations and color transitions, which have no valid contrast. Does not wait, because a busy browser may draw no frame for long.
 */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(() => {
    const running = () => document.getAnimations().filter(({ playState }) => playState === 'running');
    // Inherited colors start to change later.
    for (let animations = running(); animations.length > 0; animations = running()) {
      for (const animation of animations) animation.finish();
    }
  });
}

async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  return page.evaluate(
    async (options) => {
      const { violations } = await window.axe.run(options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
      );
    },
    // Compute and send violations only.
    { resultTypes: ['violations' as const], ...(rules && { runOnly: rules }) },
  );
}

async function sidewaysPx(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

test('welcome', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Oinkly' })).toBeVisible();
  await inspect(page);
});

test('the loading screen', { tag: '@long' }, async ({ reader: { page } }) => {
  await hold(page, 'GET', '/api/auth/user');
  await page.goto('/');
  await expect(page.getByText('Loading your piggy bank...')).toBeVisible();
  await inspect(page);
});

test('the failure screen', { tag: '@long' }, async ({ reader: { page }, consoleErrors }) => {
  consoleErrors.expectStatus(500);
  await answer(page, 'GET', '/api/auth/user', { status: 500, text: 'oops' });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await inspect(page);
});

for (const step of [1, 2, 3, 4, 5]) {
  test(
    `step ${step} of onboarding, with a long name`,
    { tag: step === 1 ? [] : '@long' },
    async ({ page }) => {
      await page.goto('/onboarding-preview');
      await page.getByPlaceholder('Your name').fill(LONG_NAME);
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('button', { name: `Step ${step}` }).click();
      await expect(page.getByText(`Step ${step} of 5`)).toBeVisible();
      await inspect(page);
    },
  );
}

test('the dashboard with a long name, an over-budget week, large amounts and a varied board', async ({
  ana: { page, call },
}) => {
  await call('PUT', '/api/users', { fullName: LONG_NAME, weeklyBudget: 250_000 });
  await answer(page, 'GET', '/api/expenses', {
    json: [
      anExpense({ id: 1, name: LONGEST_PURCHASE, amount: 12_345.67, refunded: 345.67, pending: true }),
      anExpense({ id: 2, name: 'A house', amount: 1_234_567.89, category: 'Housing' }),
      anExpense({ id: 3, date: '2026-05-20', amount: 2_000_000 }),
    ],
  });
  await answer(page, 'GET', '/api/leaderboard', {
    json: {
      leaderboard: [
        ...BOARD_OF_FOUR,
        anEntry({ rank: 5, userId: 'long', name: LONG_NAME, positionChange: -12 }),
      ],
    },
  });
  await page.goto('/');
  await expect(page.getByText('Checking for new transactions...')).toHaveCount(0);
  await expect(page.getByRole('grid')).toBeVisible();
  await inspect(page);
});

test('the dashboard without any expense', { tag: '@long' }, async ({ reader: { page } }) => {
  await page.goto('/');
  await expect(page.getByText('No transactions found')).toBeVisible();
  await expect(page.getByText('Checking for new transactions...')).toHaveCount(0);
  await inspect(page);
});

test('the dashboard while it loads', { tag: '@long' }, async ({ reader: { page } }) => {
  await hold(page, 'GET', '/api/weeks');
  await hold(page, 'POST', '/api/auto-import-transactions');
  await page.goto('/');
  await expect(page.getByText('Checking for new transactions...')).toBeVisible();
  await inspect(page);
});

test('the dashboard when nothing loads', { tag: '@long' }, async ({ reader: { page }, consoleErrors }) => {
  consoleErrors.expectStatus(500);
  for (const path of ['/api/expenses', '/api/weeks', '/api/settings', '/api/leaderboard']) {
    await answer(page, 'GET', path, { status: 500, text: 'oops' });
  }
  await page.goto('/');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByText('Checking for new transactions...')).toHaveCount(0);
  await inspect(page);
});

for (const [path, title] of [
  ['/accounts', 'Bank Accounts'],
  ['/my-account', 'My Account'],
  ['/my-account/data', 'Your data'],
  ['/my-account/security', 'Security'],
  ['/expenses?week=2026-06-01', 'Expenses'],
  ['/weeks/2026-06-01', 'Jun 1 - Jun 7'],
  ['/insights', 'Insights'],
  ['/rules', 'Rules'],
  ['/nope', '404 Page Not Found'],
] as const) {
  test(`${path} with a bank`, async ({ spender: { page } }) => {
    const { answered } = watchRequests(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await answered();
    await inspect(page);
  });
}

test('the expenses with everything, long and large, and the actions of a row', async ({
  reader: { page },
}) => {
  await answer(page, 'GET', '/api/expenses', {
    json: [
      anExpense({ id: 1, name: LONGEST_PURCHASE, amount: 12_345.67, type: 'recurring', pending: true }),
      anExpense({
        id: 2,
        name: 'Rent',
        amount: 2000,
        counted: false,
        notCountedReason: 'kind',
        kind: 'fixed-bill',
        merged: true,
      }),
    ],
  });
  const large = { name: LONGEST_PURCHASE, amount: 12_345.67 };
  const offer = { manual: anExpense({ ...large, id: 3 }), bank: anExpense({ ...large, id: 4 }) };
  await answer(page, 'GET', '/api/duplicates', { json: { offers: [offer] } });
  await page.goto('/expenses');
  await expect(page.getByRole('button', { name: /to check$/ })).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: /to check$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Is this the same purchase?' })).toBeVisible();
  await inspect(page);
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('button', { name: 'Rent $' }).click();
  await expect(page.getByRole('dialog', { name: 'Rent' })).toBeVisible();
  await inspect(page);
});

test('the import before a file, with its preview, its corrections and what could not be saved', async ({
  ana: { page },
  consoleErrors,
}) => {
  consoleErrors.expectStatus(503);
  await page.goto('/expenses/import');
  await expect(page.getByText('or drop it here')).toBeVisible();
  await inspect(page);
  const known = [{ row: 2, name: LONGEST_PURCHASE, date: '2026-06-03', deleted: true }];
  await answer(page, 'POST', '/api/imports/check', { json: { known } });
  await answer(page, 'POST', '/api/imports', { status: 503, json: { message: 'Down' } });
  const long = `2026-06-01,,${LONGEST_PURCHASE},Transfer,,"-12,345.67"\n`;
  await chooseFile(page, fileOf(`${LONGEST_PURCHASE}.csv`, CARD_CSV + long));
  await page.getByRole('button', { name: 'Change how the file is read' }).click();
  await page.getByRole('button', { name: /^Import \d/ }).click();
  await expect(page.getByRole('alert')).toContainText('Down');
  await inspect(page);
});

test('a shared map with a long name', async ({ ana: { page, call } }) => {
  const { url } = (await call('POST', '/api/map-share')) as RouteResponse<'shareMap'>;
  const json = aSharedMap({ name: LONG_NAME });
  await answer(page, 'GET', new URL(url).pathname.replace('/m/', '/api/maps/'), { json });
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(LONG_NAME);
  await inspect(page);
});

test('a map that is not shared', { tag: '@long' }, async ({ page, consoleErrors }) => {
  consoleErrors.expectStatus(404);
  await page.goto('/m/abc');
  await expect(page.getByRole('heading', { name: 'No map at this link' })).toBeVisible();
  await inspect(page);
});

test('the map to share, with its link', async ({ ana: { page, call } }) => {
  await call('POST', '/api/map-share');
  await page.goto('/');
  await page.getByRole('button', { name: 'Share my map' }).click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await expect(page.getByLabel('Link to your map')).toBeVisible();
  await inspect(page);
});

test('what is kept', { tag: '@long' }, async ({ page }) => {
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { level: 1, name: 'What Oinkly keeps' })).toBeVisible();
  await inspect(page);
});

test('goodbye', { tag: '@long' }, async ({ page }) => {
  await page.goto('/goodbye');
  await expect(page.getByRole('heading', { level: 1, name: 'Goodbye' })).toBeVisible();
  await inspect(page);
});

test('the bank callback that failed', { tag: '@long' }, async ({ page }) => {
  // The page would leave before its inspection.
  await page.addInitScript((redirectDelayMs) => {
    const original = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (run: () => void, delayMs?: number) =>
        delayMs === redirectDelayMs ? 0 : original(run, delayMs),
    });
  }, 3000);
  await page.goto('/oauth-redirect?error=denied');
  await expect(page.getByRole('heading', { level: 1, name: 'Your bank isn’t connected' })).toBeVisible();
  await inspect(page);
});

test('the Add Expense modal with all its fields, and its lines', async ({ reader: { page } }) => {
  await page.goto('/nope');
  await openAllFields(page);
  await inspect(page);
  await page.getByRole('button', { name: 'Add several at once' }).click();
  await inspect(page);
});

test('a new rule with its merchants and an error', async ({ ana: { page } }) => {
  await answer(page, 'GET', '/api/rules/merchants', {
    json: { merchants: [{ merchantKey: 'lidl', merchant: 'Lidl', purchases: 3 }] },
  });
  await page.goto('/rules');
  await page.getByRole('button', { name: 'New rule' }).click();
  await expect(page.getByRole('list', { name: 'Your merchants' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Choose a merchant, or type its name.')).toBeVisible();
  await inspect(page);
});

test('the Add Expense modal with an error and its toast', async ({ reader: { page } }) => {
  await page.goto('/nope');
  await page.getByRole('button', { name: 'Add expense' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add Expense' }).click();
  await expect(page.getByText('Missing information', { exact: true })).toBeVisible();
  await inspect(page);
});

for (const [path, button] of [
  ['/my-account', 'Delete Account'],
  ['/accounts', 'Disconnect First Platypus Bank'],
] as const) {
  test(`the dialog of '${button}'`, { tag: '@long' }, async ({ spender: { page } }) => {
    await page.goto(path);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspect(page);
  });
}

test('personal tokens with long names, and the dialogs that create, show and revoke one', async ({
  ana: { page, call },
}) => {
  const body = { name: LONGEST_PURCHASE, scopes: ['expenses:add', 'week:read'] };
  await call('POST', '/api/tokens', body);
  await page.goto('/my-account/security');
  await expect(page.getByRole('button', { name: `Revoke ${LONGEST_PURCHASE}` })).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: 'Create a token' }).click();
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText('Please choose at least one.')).toBeVisible();
  await inspect(page);
  await page.getByRole('dialog').getByLabel('Name').fill('Phone');
  await page.getByLabel('Read my week').check();
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('textbox', { name: 'Your token' })).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: `Revoke ${LONGEST_PURCHASE}` }).click();
  await expect(page.getByRole('dialog', { name: 'Revoke this token?' })).toBeVisible();
  await inspect(page);
});

test('the friends, with a long name, a blocked one and what can be done', async ({ reader: { page } }) => {
  await answer(page, 'GET', '/api/friends', {
    json: {
      friends: [
        { userId: 'bo', name: 'Bo', since: '2026-05-01T10:00:00Z' },
        { userId: 'long', name: LONG_NAME, since: '2026-01-01T10:00:00Z' },
      ],
      blocked: [{ userId: 'cy', name: LONG_NAME, since: '2026-05-01T10:00:00Z' }],
    },
  });
  await answer(page, 'GET', '/api/leaderboard', { json: { leaderboard: BOARD_OF_FOUR, lastWeek: null } });
  await page.goto('/friends');
  await page.getByRole('button', { name: 'Replace my link' }).click();
  await inspect(page);
  await page.getByRole('button', { name: 'Manage friends' }).click();
  await page.getByRole('button', { name: `More about ${LONG_NAME}` }).click();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await inspect(page);
});

test('the notifications, new and read, with kinds and devices', async ({ reader: { page } }) => {
  const friend = { kind: 'friend', title: `\u2068${LONG_NAME}\u2069 accepted your invitation` } as const;
  await answer(page, 'GET', '/api/notifications', {
    json: anInbox({
      notifications: [aNotification({ id: 2, ...friend }), aNotification({ read: true })],
      unread: 1,
      wanted: { budget: true, bank: false, result: true, friend: false },
    }),
  });
  await answer(page, 'POST', '/api/notifications/read', { json: { success: true } });
  await page.goto('/notifications');
  await expect(page.getByRole('list', { name: 'Latest' })).toBeVisible();
  await inspect(page);
});

test('a browser that blocks notifications', async ({ reader: { page } }) => {
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }));
  await page.goto('/notifications');
  await expect(page.getByText('Your browser is blocking notifications')).toBeVisible();
  await inspect(page);
});

test('an iPhone that has the app not on its home screen', async ({ reader: { page } }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { value: false });
    Reflect.deleteProperty(window, 'PushManager');
  });
  await page.goto('/notifications');
  await expect(page.getByText('choose ‘Add to Home Screen’')).toBeVisible();
  await inspect(page);
});

test('an invitation from a user with a long name', async ({ reader: { page }, consoleErrors }) => {
  // The server does not know this invitation.
  consoleErrors.expectStatus(404);
  await answer(page, 'GET', '/api/invites/code', {
    json: { inviterName: LONG_NAME, standing: 'open' },
  });
  await page.goto('/invite/code');
  await expect(page.getByRole('heading', { name: 'You’re invited' })).toBeVisible();
  await inspect(page);
});

test('the week that has ended, with large amounts', async ({ spender: { page } }) => {
  await answer(page, 'GET', '/api/leaderboard', {
    json: {
      leaderboard: BOARD_OF_FOUR,
      // Not on the map, so that its own amounts are shown.
      lastWeek: aWeekThatEnded({ weekStart: '2025-05-26', spent: 1_234_567.89, corrected: true }),
    },
  });
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Last week: over budget' })).toBeVisible();
  await inspect(page);
});

test('every target of the dashboard is at least 44px high or wide enough to hit', async ({
  spender: { page },
}) => {
  await page.goto('/');
  await expect(page.getByRole('grid')).toBeVisible();
  const small = await page.locator('a:visible, button:visible, summary:visible').evaluateAll((targets) =>
    targets
      .filter((target) => target.closest('[role=grid]') === null)
      .map((target) => ({ text: target.textContent, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
      .map(({ text, box }) => `${text}: ${Math.round(box.width)}×${Math.round(box.height)}`),
  );
  expect(small).toEqual([]);
});

test('text at twice its size fits without scrolling sideways', async ({ spender: { page } }) => {
  await page.setViewportSize({ width: 640, height: 900 });
  const { answered } = watchRequests(page);
  for (const path of ['/', '/my-account', '/expenses', '/accounts']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await answered();
    expect(await sidewaysPx(page), path).toBeLessThanOrEqual(0);
  }
});

test.describe('the pages of the embedded identity provider', () => {
  test('log-in, with a problem', async ({ page, consoleErrors }) => {
    consoleErrors.expectStatus(422);
    await page.goto('/api/login');
    await page.getByLabel('Email').fill('nobody@example.org');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByText(/is wrong/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toBeVisible();
    await inspect(page);
  });

  test('the account, with a passkey just added; the passkey; changing the password', async ({
    newcomer: { page },
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(422);
    await addVirtualAuthenticator(page);
    await page.goto('/idp/account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('listitem').getByRole('link').click();
    await page.getByLabel('Name').fill(LONGEST_PURCHASE);
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText('Passkey renamed.')).toBeVisible();
    await inspect(page);

    await page.getByRole('listitem').getByRole('link').click();
    await page.getByLabel('Name').fill(' ');
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(page.getByText('Enter a name', { exact: false })).toBeVisible();
    await inspect(page);

    await page.goto('/idp/account/password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Choose a password.')).toBeVisible();
    await inspect(page);
  });

  test("confirming the user's identity, with a problem", async ({ newcomer: { page }, consoleErrors }) => {
    consoleErrors.expectStatus(422);
    const asked = 'client_id=account-page&response_type=none&scope=openid&prompt=login';
    await page.goto(`/idp/auth?${asked}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Confirm it’s you' })).toBeVisible();
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByText(/is wrong/)).toBeVisible();
    await inspect(page);
  });
});
