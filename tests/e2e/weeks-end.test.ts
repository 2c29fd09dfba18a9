import type { User } from '@oinkly/contract/account';
import type { Expense } from '@oinkly/contract/expenses';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { BrowserContext, Page } from '@playwright/test';
import { BANK_CREDENTIALS } from './support/constants.ts';
import { startFixedTimeServer, type FixedTimeServer } from './support/fixed-time-server.ts';
import { signUp, type TestUser } from './support/test-user.ts';
import { test as base, expect } from './support/test.ts';

/** Times in Los Angeles. */
const FIRST_SUNDAY = '2026-06-01T03:00:00Z';
const SECOND_SUNDAY = '2026-06-07T19:00:00Z';
const MONDAY = '2026-06-08T15:00:00Z';
const WEDNESDAY = '2026-06-10T19:00:00Z';
const ENDED_WEEK = 'from=2026-06-01&to=2026-06-07';

/** A user with a logged-in browser. */
interface Friend extends TestUser {
  id: string;
  fullName: string;
  context: BrowserContext;
}

interface Fixtures {
  /** A server whose clock the test moves. */
  server: FixedTimeServer;
  /** Signs up with this name and budget. */
  newUser: (fullName: string, weeklyBudget: number, timeZone?: string) => Promise<Friend>;
}

const test = base.extend<Fixtures>({
  server: async ({ browserName: _browserName }, use) => {
    const server = await startFixedTimeServer({ now: FIRST_SUNDAY });
    await use(server);
    await server.stop();
  },

  baseURL: async ({ server }, use) => use(server.origin),

  newUser: async ({ browser, server: { origin } }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (fullName, weeklyBudget, timeZone = 'America/Los_Angeles') => {
      const context = await browser.newContext({
        baseURL: origin,
        serviceWorkers: 'block',
        timezoneId: timeZone,
      });
      contexts.push(context);
      const user = await signUp(context.request, origin);
      await user.call('PUT', '/api/users', { fullName, weeklyBudget, signupCompleted: true, timeZone });
      const { id } = (await user.call('GET', '/api/auth/user')) as User;
      return { id, fullName, context, ...user };
    });
    for (const context of contexts) await context.close();
  },
});

const spend = ({ call }: TestUser, amount: number, date: string) =>
  call('POST', '/api/expenses', { name: 'Lunch', amount, date, category: 'Dining' });

/** The week's expenses in dollars. */
async function spentInWeek({ call }: TestUser): Promise<string> {
  const expenses = (await call('GET', `/api/expenses?${ENDED_WEEK}`)) as Expense[];
  const cents = expenses.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/** Opens the app at this time, after the bank's changes have arrived. */
async function lookIn({ context }: Friend, now: string): Promise<Page> {
  const page = await context.newPage();
  await page.clock.install({ time: new Date(now) });
  await page.goto('/');
  await untilImported(page);
  return page;
}

async function untilImported(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Checking for new transactions...')).toBeHidden();
}

async function befriend(one: TestUser, other: TestUser): Promise<void> {
  const { code } = (await one.call('GET', '/api/invite')) as RouteResponse<'getInvite'>;
  await other.call('POST', `/api/invites/${code}/accept`);
}

const card = (page: Page) => page.getByRole('region', { name: /^Last week/ });

/** `2 of 2 weeks under budget`, from the headline of the map (PD-88). */
async function countOnMap(page: Page): Promise<string> {
  const headline = await page.getByRole('heading', { name: /weeks? under budget\./ }).textContent();
  return /^\d+ of \d+ weeks? under budget/.exec(headline ?? '')?.[0] ?? 'no count';
}

async function putAside(page: Page): Promise<void> {
  await card(page).getByRole('button', { name: 'Got it' }).click();
  await expect(card(page)).toHaveCount(0);
}

async function expectNoCardAfterReload(page: Page): Promise<void> {
  await page.reload();
  await untilImported(page);
  await expect(page.getByText('(You)')).toBeVisible();
  await expect(card(page)).toHaveCount(0);
}

test(
  'friends are notified once of a closed week and of its correction [PD-20] [PD-21] [PD-24]',
  { tag: '@long' },
  async ({ newUser, request, server }) => {
    const [ana, bo] = [await newUser('Ana', 1000), await newUser('Bo', 100)];
    await befriend(ana, bo);
    await ana.linkBank(1);
    await spend(bo, 150, '2026-05-31');

    await server.moveTo(SECOND_SUNDAY);
    await spend(ana, 40, '2026-06-05');
    await spend(bo, 60, '2026-06-05');
    const onSunday = await lookIn(bo, SECOND_SUNDAY);
    // It shows last week; the current week is not over.
    await expect(card(onSunday)).toContainText('$150.00 of $100.00, $50.00 over.');
    await putAside(onSunday);

    await server.moveTo(MONDAY);
    // Bo has not opened the app: the job closes his week.
    await expect
      .poll(async () => {
        const { lastWeek } = (await ana.call('GET', '/api/leaderboard')) as RouteResponse<'getLeaderboard'>;
        return lastWeek?.weekStart;
      })
      .toBe('2026-06-01');
    const [anasPage, bosPage] = [await lookIn(ana, MONDAY), await lookIn(bo, MONDAY)];
    await expect(card(anasPage)).toContainText('Last week: under budget');
    await expect(card(anasPage)).toContainText(`${await spentInWeek(ana)} of $1,000.00`);
    await expect(card(anasPage)).toContainText(await countOnMap(anasPage));
    await expect(card(bosPage)).toContainText('$60.00 of $100.00, $40.00 left.');
    await expect(card(bosPage)).toContainText('You spent less than the week before.');
    await expect(card(bosPage)).toContainText(await countOnMap(bosPage));
    await expect(card(bosPage)).toContainText('Your first week under budget.');
    for (const page of [anasPage, bosPage]) {
      await putAside(page);
      await expectNoCardAfterReload(page);
    }

    await server.moveTo(WEDNESDAY);
    const [bank] = (await ana.call('GET', '/api/plaid/connections')) as RouteResponse<'listConnections'>;
    const change = await request.post('/plaid-emulator/control/transactions/change', {
      data: {
        client_id: BANK_CREDENTIALS.clientId,
        secret: BANK_CREDENTIALS.secret,
        item_id: bank?.item_id,
        changes: [
          { op: 'add', amount: 1200, name: 'SOFA 0042', date: '2026-06-09', authorized_date: '2026-06-06' },
        ],
      },
    });
    expect(change.ok()).toBe(true);
    const corrected = await lookIn(ana, WEDNESDAY);
    await expect(card(corrected)).toContainText('Last week was corrected');
    await expect(card(corrected)).toContainText('Your bank corrected something after the week ended.');
    await expect(card(corrected)).toContainText(`${await spentInWeek(ana)} of $1,000.00`);
    await expect(card(corrected)).toContainText(await countOnMap(corrected));
    await putAside(corrected);
    await expectNoCardAfterReload(corrected);
    // Bo's own week is unchanged.
    await expectNoCardAfterReload(bosPage);
  },
);

test('one tap on Monday promises the week, and the circle sees it [PD-106]', async ({ newUser, server }) => {
  await server.moveTo(MONDAY);
  const [ana, bo] = [await newUser('Ana', 100), await newUser('Bo', 100)];
  await befriend(ana, bo);
  const anasPage = await lookIn(ana, MONDAY);
  await anasPage.getByRole('button', { name: 'I’m in' }).click();
  await expect(anasPage.getByText('You’re in.', { exact: true })).toBeVisible();
  await anasPage.reload();
  await expect(anasPage.getByRole('listitem').filter({ hasText: 'Ana' })).toContainText('in this week');
  await expect(anasPage.getByRole('button', { name: 'I’m in' })).toHaveCount(0);
  const bosPage = await lookIn(bo, MONDAY);
  await expect(bosPage.getByRole('listitem').filter({ hasText: 'Ana' })).toContainText('in this week');
  await expect(bosPage.getByRole('listitem').filter({ hasText: 'Bo' })).not.toContainText('in this week');
});

test(
  'friends in three zones see a week once it has ended where it was lived [PD-76] [PD-100]',
  { tag: '@long' },
  async ({ newUser, server }) => {
    // Tuesday in every zone.
    await server.moveTo('2026-06-09T11:00:00Z');
    const kai = await newUser('Kai', 100, 'Pacific/Kiritimati');
    const ana = await newUser('Ana', 100);
    const nia = await newUser('Nia', 100, 'Pacific/Niue');
    for (const [one, other] of [
      [kai, ana],
      [ana, nia],
      [nia, kai],
    ] as const)
      await befriend(one, other);
    await kai.call('PUT', `/api/pacts/${nia.id}`);
    await nia.call('PUT', `/api/pacts/${kai.id}`);
    const circle = [kai, ana, nia];
    await kai.call('PUT', '/api/users', { boardView: 'kept' });
    await server.moveTo('2026-06-15T12:00:00Z');
    for (const user of circle) await spend(user, 10, '2026-06-15');

    /** Half past midnight on Monday, June 22, in one zone after the other. */
    for (const { now, ended } of [
      { now: '2026-06-21T10:30:00Z', ended: [kai] },
      { now: '2026-06-22T07:30:00Z', ended: [kai, ana] },
      { now: '2026-06-22T11:30:00Z', ended: circle },
    ]) {
      await server.moveTo(now);
      const board = await lookIn(kai, now);
      for (const user of circle) {
        const { fullName } = (await user.call('GET', '/api/auth/user')) as User;
        const marks = board
          .getByRole('listitem')
          .filter({ hasText: fullName ?? '' })
          .locator('[data-mark]');
        await expect(marks.last()).toHaveAttribute('data-mark', ended.includes(user) ? 'kept' : 'open');
      }
      const together = ended.includes(nia) ? '1 week together' : '0 weeks together';
      for (const [user, partner] of [
        [kai, 'Nia'],
        [nia, 'Kai'],
      ] as const) {
        const page = await lookIn(user, now);
        await page.goto('/friends');
        await expect(page.getByRole('listitem').filter({ hasText: `You and ${partner}` })).toContainText(
          together,
        );
        await page.close();
      }
      await board.close();
    }
  },
);
