import type { Expense, Settings } from '@oinkly/contract/endpoints';
import { anEntry, anExpense, settingsOfBudget, weeksOf } from '@oinkly/contract/samples';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { BOARD_OF_FOUR } from './support/board-of-four.ts';
import { answer, hold, recordCalls } from './support/network.ts';
import type { Reader } from './support/shared-person.ts';

const DAY_MS = 86_400_000;
/** The Monday of the week in which the tests happen, and that of the first week of 2026. */
const THIS_MONDAY = Date.UTC(2026, 5, 1);
const FIRST_MONDAY = Date.UTC(2025, 11, 29);

/** Opens the dashboard and waits until nothing is being loaded. */
async function openDashboard(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  await expect(page.getByText('Checking for new transactions...')).toHaveCount(0);
}

/** Loads the lists of the dashboard that stands anew. */
async function refreshList(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Refresh list' }).click();
  await expect(page.getByText(/^No new transactions found/)).toBeVisible();
  // For 3 seconds it says so, and cannot be asked again.
  await page.clock.fastForward(3000);
}

/** Answers the lists of the dashboard with `expenses` and one budget that was always there. */
async function withExpenses(page: Page, expenses: Expense[], weeklyBudget = 100): Promise<void> {
  await answer(page, 'GET', '/api/expenses', { json: expenses });
  await answer(page, 'GET', '/api/weeks', { json: weeksOf(expenses) });
  await answer(page, 'GET', '/api/settings', { json: settingsOfBudget(weeklyBudget, '2025-01-01') });
}

const section = (page: Page, heading: string | RegExp) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) });
const map = (page: Page) => page.getByRole('grid');
const square = (page: Page, index: number) => page.getByRole('gridcell').nth(index).locator('[title]');
const card = (page: Page) => page.getByRole('region', { name: 'This week' });
const usd = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

test('when the user query answers no user while the dashboard stands, it says so there [DB-1]', async ({
  reader: { page, call },
}) => {
  // Saving the time zone is the one call whose answer becomes the user while the dashboard stands.
  const user = (await call('GET', '/api/auth/user')) as object;
  await answer(page, 'GET', '/api/auth/user', { json: { ...user, timeZone: null } });
  await answer(page, 'PUT', '/api/users', { json: null });
  await page.goto('/');
  await expect(page.getByText('Please log in to access your dashboard.', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/api/login');
});

test.describe('the header and the card of the week', () => {
  test('the header holds the name, the tagline and the way to the account [DB-2]', async ({
    reader: { page },
  }) => {
    await openDashboard(page);
    const header = page.getByRole('banner').or(page.locator('header')).first();
    await expect(header).toContainText('Oinkly');
    await expect(header).toContainText('It makes dollars and sense.');
    await header.getByRole('link', { name: 'My account', exact: true }).click();
    await expect(page).toHaveURL(/\/my-account$/);
  });

  test('greets by the time of day in Los Angeles [DB-3]', async ({ reader: { page } }) => {
    for (const [time, greeting] of [
      ['2026-06-05T18:59:00Z', 'Good morning'],
      ['2026-06-05T19:00:00Z', 'Good afternoon'],
      ['2026-06-05T23:59:00Z', 'Good afternoon'],
      ['2026-06-06T00:00:00Z', 'Good evening'],
    ] as const) {
      await page.clock.setFixedTime(new Date(time));
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${greeting}, Ana`);
    }
  });

  test("without a name it greets 'there' [DB-3]", async ({ reader: { page, call } }) => {
    const user = (await call('GET', '/api/auth/user')) as object;
    await answer(page, 'GET', '/api/auth/user', { json: { ...user, fullName: null } });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good afternoon, there');
  });

  test('counts the days left in the week in Los Angeles [DB-4] [DB-20] [PD-13]', async ({
    reader: { page },
  }) => {
    for (const [time, text] of [
      ['2026-06-01T08:00:00Z', '6 days left, until Sunday, June 7'],
      ['2026-06-05T19:00:00Z', '2 days left, until Sunday, June 7'],
      ['2026-06-07T06:59:00Z', '1 day left, until Sunday, June 7'],
      ['2026-06-07T07:00:00Z', 'Last day, until Sunday, June 7'],
      ['2026-06-08T07:00:00Z', '6 days left, until Sunday, June 14'],
    ] as const) {
      await page.clock.setFixedTime(new Date(time));
      await page.goto('/');
      await expect(card(page)).toContainText(text);
    }
  });

  test('what is left is the budget less what was spent, in the largest type of the page [DB-4] [DB-5]', async ({
    spender: { page, call },
  }) => {
    await openDashboard(page);
    const spent = spentByWeek(await expensesOf(call)).get(THIS_MONDAY) ?? 0;
    expect(spent).toBeGreaterThan(0);
    const left = usd(Math.max(0, 12_500 - spent));
    const difference = `${usd(Math.abs(12_500 - spent))} ${spent > 12_500 ? 'over' : 'left'}`;
    await expect(card(page).getByText(left, { exact: true })).toBeVisible();
    await expect(card(page).getByText(difference, { exact: true })).toBeVisible();
    await expect(card(page).getByText(usd(spent), { exact: true })).toBeVisible();
    await expect(card(page).getByText('$125.00', { exact: true })).toBeVisible();
    const sizes = await page
      .locator('body *:visible')
      .evaluateAll((elements) =>
        elements.map(
          (element) => [element.textContent, parseFloat(getComputedStyle(element).fontSize)] as const,
        ),
      );
    const largest = Math.max(...sizes.map(([, size]) => size));
    expect(sizes.filter(([, size]) => size === largest).map(([text]) => text)).toEqual([left]);
  });

  test('over the budget nothing is left, never less; the bar is red and says by how much [DB-4] [DB-5]', async ({
    reader: { page },
  }) => {
    await withExpenses(page, [anExpense({ amount: 130 })]);
    await openDashboard(page);
    await expect(card(page).getByText('$0.00', { exact: true })).toBeVisible();
    await expect(card(page).getByText('$30.00 over', { exact: true })).toBeVisible();
    expect(await barOf(page)).toEqual({ height: 156, color: await colorOf(page, '--color-over') });
  });

  test('draws the bar to scale, from 10px on [DB-5]', async ({ reader: { page } }) => {
    for (const [amount, height] of [
      [50, 60],
      [100, 120],
      [8, 10],
      [9, 10.8],
      [199, 238.8],
    ] as const) {
      await withExpenses(page, [anExpense({ amount })]);
      await openDashboard(page);
      const bar = await barOf(page);
      expect(bar.height).toBeCloseTo(height, 1);
      expect(bar.color).toBe(await colorOf(page, amount > 100 ? '--color-over' : '--color-under'));
      await expect(page.getByTestId('spending-bar').locator('svg')).toHaveCount(0);
    }
  });

  test('nothing spent is a bar of 10px in green; the bar of the budget is grey and 120px [DB-5]', async ({
    reader: { page },
  }) => {
    await withExpenses(page, []);
    await openDashboard(page);
    expect(await barOf(page)).toEqual({ height: 10, color: await colorOf(page, '--color-under') });
    const grey = await page
      .locator('div[style*="height"]')
      .first()
      .evaluate((element) => {
        const { height, backgroundColor } = getComputedStyle(element);
        return { height, color: backgroundColor };
      });
    expect(grey).toEqual({ height: '120px', color: await colorOf(page, '--color-budget-grey') });
  });

  test('more than twice the budget is a broken bar of 240px with the true figure beside it [DB-5] [D-6]', async ({
    reader: { page },
  }) => {
    await withExpenses(page, [anExpense({ amount: 12_345.67 })]);
    await openDashboard(page);
    expect((await barOf(page)).height).toBe(240);
    await expect(page.getByTestId('spending-bar').locator('svg')).toHaveCount(1);
    await expect(card(page).getByText('$12,345.67', { exact: true })).toBeVisible();
  });

  test('with a budget of 0 nothing is left and any spending is over [PD-12] [DB-5]', async ({
    reader: { page },
  }) => {
    await withExpenses(page, [anExpense({ amount: 3 })], 0);
    await openDashboard(page);
    await expect(card(page).getByText('$3.00 over', { exact: true })).toBeVisible();
    await expect(card(page)).not.toContainText(/NaN|Infinity|∞/);
    expect((await barOf(page)).color).toBe(await colorOf(page, '--color-over'));
    await expect(square(page, 22)).toHaveAttribute('aria-label', /over budget/);
  });

  test('with a budget of 0 and nothing spent the week is under budget [PD-12]', async ({
    reader: { page },
  }) => {
    await withExpenses(page, [anExpense({ date: '2026-01-05', amount: 3 })], 0);
    await openDashboard(page);
    await expect(card(page)).not.toContainText(/NaN|Infinity|over/);
    await expect(square(page, 22)).toHaveAttribute('aria-label', /under budget/);
  });

  test("'Edit budget' leads to the account [DB-6]", async ({ reader: { page } }) => {
    await openDashboard(page);
    await page.getByRole('link', { name: 'Edit budget' }).click();
    await expect(page.getByLabel('Weekly Budget')).toBeVisible();
    await expect(page).toHaveURL(/\/my-account$/);
  });

  test('the budget is a quarter of the monthly income, rounded [DB-19] [API-2]', async ({
    ana: { page, call },
  }) => {
    await call('PUT', '/api/settings', { monthlyIncome: 502, monthlySavingsGoal: 0 });
    await openDashboard(page);
    await expect(card(page).getByText('$126.00', { exact: true })).toHaveCount(2);
  });

  test('without an income the budget is $1,000 [DB-19]', async ({ reader: { page } }) => {
    await answer(page, 'GET', '/api/settings', {
      json: { monthlyIncome: null, monthlySavingsGoal: 0, budgets: [] } satisfies Settings,
    });
    await openDashboard(page);
    await expect(card(page).getByText('$1,000.00 left', { exact: true })).toBeVisible();
  });
});

test.describe('the leaderboard', () => {
  const board = (page: Page) => page.getByRole('list').filter({ hasText: 'Rank' });

  async function openWithBoard(page: Page, leaderboard: ReturnType<typeof anEntry>[]): Promise<void> {
    await answer(page, 'GET', '/api/leaderboard', { json: { leaderboard } });
    await openDashboard(page);
  }

  test('the first has a trophy, the second a star, the user a mark; moves have sign and colour [DB-8]', async ({
    reader: { page },
  }) => {
    await openWithBoard(page, BOARD_OF_FOUR);
    const rows = board(page).getByRole('listitem');
    await expect(rows).toHaveText([/^Rank 1Maya\+2/, /^Rank 2Theo−1/, /^Rank 3Ana\(You\)0/, /^Rank 4Jo−1/]);
    await expect(board(page).getByRole('img', { name: 'First place' })).toHaveCount(1);
    await expect(rows.nth(0).getByRole('img', { name: 'First place' })).toBeVisible();
    await expect(board(page).getByRole('img', { name: 'Second place' })).toHaveCount(1);
    await expect(rows.nth(1).getByRole('img', { name: 'Second place' })).toBeVisible();
    for (const [row, text, color] of [
      [0, '+2', '--color-under-text'],
      [1, '−1', '--color-over-text'],
      [2, '0', '--color-ink-soft'],
    ] as const) {
      const change = rows.nth(row).locator('> :last-child');
      await expect(change).toContainText(text);
      await expect(change).toHaveCSS('color', await colorOf(page, color));
    }
    await expect(rows.nth(0)).toContainText('2 places up');
    await expect(rows.nth(1)).toContainText('1 place down');
  });

  test('the heading is the user’s status with its emphasis [DB-7]', async ({ reader: { page } }) => {
    await openWithBoard(page, BOARD_OF_FOUR);
    const heading = page.getByRole('heading', { name: 'You’re third, behind Theo.' });
    await expect(heading).toBeVisible();
    await expect(heading.locator('strong')).toHaveText('third');
  });

  test("without a status the heading is 'Friends Leaderboard' [DB-7]", async ({ reader: { page } }) => {
    await openWithBoard(page, [
      anEntry({ isCurrentUser: true, status: '' }),
      anEntry({ rank: 2, name: 'Theo', userId: 'theo', status: 'Theo’s own status' }),
    ]);
    await expect(page.getByRole('heading', { name: 'Friends Leaderboard' })).toBeVisible();
    await expect(page.getByText('Theo’s own status')).toHaveCount(0);
  });

  test("harmful markup in a status never reaches the browser's HTML parser [DB-7] [PD-26] [SEC-8]", async ({
    reader: { page },
  }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const status =
      'You’re <em>first</em><img src="/stolen.png" onerror="document.title=\'stolen\'">' +
      '<script>document.title="stolen"</script><a href="javascript:document.title=\'stolen\'">today</a>' +
      '<strong onclick="document.title=\'stolen\'" style="color:red">!</strong><style>body{display:none}</style>';
    await openWithBoard(page, [anEntry({ isCurrentUser: true, status })]);
    const heading = page.getByRole('heading', { name: /^You’re first/ });
    await expect(heading).toHaveText('You’re firsttoday!');
    expect(await heading.innerHTML()).toBe('You’re <em>first</em>today<strong>!</strong>');
    await heading.getByText('today').click();
    await heading.getByText('!').click();
    await expect(page).toHaveTitle('Oinkly · Your smart spending companion');
    expect(requested.filter((url) => url.includes('stolen'))).toEqual([]);
  });

  test('without friends the rival is the past self: the median of the last eight weeks [PD-25] [API-6]', async ({
    spender: { page, call },
  }) => {
    const weeks = spentByWeek(await expensesOf(call));
    const lastEight = Array.from(
      { length: 8 },
      (_, back) => weeks.get(THIS_MONDAY - (back + 1) * 7 * DAY_MS) ?? 0,
    );
    const sorted = [...lastEight].sort((a, b) => a - b);
    const median = ((sorted[3] ?? 0) + (sorted[4] ?? 0)) / 2;
    const isAhead = (weeks.get(THIS_MONDAY) ?? 0) < median;
    await openDashboard(page);
    await expect(board(page).getByRole('listitem')).toHaveText(
      isAhead
        ? [/^Rank 1Ana\(You\)/, /^Rank 2Your past self/]
        : [/^Rank 1Your past self/, /^Rank 2Ana\(You\)/],
    );
    const { leaderboard } = (await call('GET', '/api/leaderboard')) as { leaderboard: unknown[] };
    expect(leaderboard).toHaveLength(1);
  });

  test("'Add friends' leads to the friends and the ways to invite [DB-9] [PD-27]", async ({
    reader: { page },
    origin,
  }) => {
    await openDashboard(page);
    await page.getByRole('link', { name: 'Add friends' }).click();
    await expect(page).toHaveURL(`${origin}/friends`);
    const href = await page.getByRole('link', { name: /text message/ }).getAttribute('href');
    expect(decodeURIComponent(href ?? '')).toContain(`${origin}/invite/`);
  });

  test('forty friends are folded to the head and the own row, and unfold [DB-8]', async ({
    reader: { page },
  }) => {
    const many = Array.from({ length: 40 }, (_, index) =>
      anEntry({
        rank: index + 1,
        name: `Friend ${index + 1}`,
        userId: `f${index}`,
        isCurrentUser: index === 29,
      }),
    );
    await openWithBoard(page, many);
    await expect(board(page).getByRole('listitem')).toHaveCount(11);
    await expect(board(page).getByRole('listitem').last()).toContainText('(You)');
    await page.getByRole('button', { name: 'Show all 40' }).click();
    await expect(board(page).getByRole('listitem')).toHaveCount(40);
  });

  test('a board that does not load says so and can be tried again, beside everything else', async ({
    reader: { page },
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(500);
    // The end of the automatic import asks for the board once more: it is kept waiting, so that nothing heals by itself.
    await hold(page, 'POST', '/api/auto-import-transactions');
    const heal = await answer(page, 'GET', '/api/leaderboard', { status: 500, text: 'down' });
    await page.goto('/');
    await expect(card(page)).toBeVisible();
    await expect(map(page)).toBeVisible();
    await heal();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await expect(board(page)).toContainText('Ana');
  });
});

test.describe('the map of the year', () => {
  test('52 squares in 4 rows of 13 tell each week as the API’s own numbers have it [DB-10] [DB-20] [PD-14]', async ({
    spender: { page, call },
  }) => {
    const spent = spentByWeek(await expensesOf(call));
    await openDashboard(page);
    await expect(map(page).getByRole('row')).toHaveCount(4);
    for (const row of await map(page).getByRole('row').all())
      await expect(row.getByRole('gridcell')).toHaveCount(13);
    const [future, over, under] = await Promise.all(
      ['--color-future', '--color-over', '--color-under'].map((name) => colorOf(page, name)),
    );
    const expected = Array.from({ length: 52 }, (_, index) => {
      const monday = FIRST_MONDAY + index * 7 * DAY_MS;
      if (monday > THIS_MONDAY) return { title: 'Future week', color: future };
      const cents = spent.get(monday) ?? 0;
      return {
        title: `${shortDay(monday)} - ${shortDay(monday + 6 * DAY_MS)}: ${usd(cents)}`,
        color: cents > 12_500 ? over : under,
      };
    });
    expect(expected.some(({ color }) => color === over)).toBe(true);
    const drawn = await page
      .getByRole('gridcell')
      .locator('[title]')
      .evaluateAll((squares) =>
        squares.map((element) => ({
          title: element.getAttribute('title'),
          color: getComputedStyle(element).backgroundColor,
        })),
      );
    expect(drawn).toEqual(expected);
    // Columns and rows as they are seen, not only as they are marked up.
    const boxes = await page.getByRole('gridcell').evaluateAll((cells) =>
      cells.map((cell) => {
        const { left, top } = cell.getBoundingClientRect();
        return `${Math.round(left)} ${Math.round(top)}`;
      }),
    );
    expect(new Set(boxes.map((box) => box.split(' ')[0])).size).toBe(13);
    expect(new Set(boxes.map((box) => box.split(' ')[1])).size).toBe(4);
  });

  test('the headline counts the completed weeks under budget [DB-11]', async ({
    spender: { page, call },
  }) => {
    const spent = spentByWeek(await expensesOf(call));
    const completed = Array.from(
      { length: 22 },
      (_, index) => spent.get(FIRST_MONDAY + index * 7 * DAY_MS) ?? 0,
    );
    const under = completed.filter((cents) => cents <= 12_500).length;
    await openDashboard(page);
    await expect(page.getByRole('heading', { name: `${under} of 22 weeks under budget.` })).toBeVisible();
  });

  test('the summary has its own words for none, all, and each share of weeks under budget [DB-11] [D-3]', async ({
    reader: { page },
  }) => {
    /** Ten completed weeks with a purchase each, of which so many are over the $100. */
    const weeksOver = (over: number) =>
      Array.from({ length: 10 }, (_, index) =>
        anExpense({
          id: index + 1,
          date: new Date(THIS_MONDAY - (index + 1) * 7 * DAY_MS).toISOString().slice(0, 10),
          amount: index < over ? 100.01 : 100,
        }),
      );
    const summary = page
      .locator('section')
      .filter({ has: map(page) })
      .getByRole('heading');
    for (const expenses of [[], [anExpense()]]) {
      await withExpenses(page, expenses);
      await openDashboard(page);
      await expect(summary).toHaveText('No spending data yet. The year is your oyster!');
    }
    const headline = async (over: number) => {
      await withExpenses(page, weeksOver(over));
      await refreshList(page);
      await expect(map(page).locator('[aria-label*="over budget"]')).toHaveCount(over);
      return (await summary.textContent()) ?? '';
    };
    const quips: string[] = [];
    for (const over of [10, 0, 2, 4, 6, 8, 9]) quips.push(await headline(over));
    const wordings = quips.map((quip) => quip.replaceAll(/\d+/g, '#'));
    expect(new Set(wordings).size).toBe(7);
    for (const quip of quips) {
      expect(quip).not.toContain('2025');
      expect(quip).toContain('2026');
    }
    // Inside a tier the wording stays.
    expect((await headline(1)).replaceAll(/\d+/g, '#')).toBe(wordings[2]);
    expect((await headline(3)).replaceAll(/\d+/g, '#')).toBe(wordings[3]);
  });

  test('a year of 53 weeks has 53 squares, the last of them on a row of its own [D-2] [PD-14]', async ({
    reader: { page },
  }) => {
    await page.clock.setFixedTime(new Date('2028-06-05T19:00:00Z'));
    await withExpenses(page, [anExpense({ date: '2028-06-05' })]);
    await openDashboard(page);
    await expect(page.getByRole('gridcell')).toHaveCount(53);
    await expect(map(page).getByRole('row')).toHaveCount(5);
    await expect(square(page, 0)).toHaveAttribute('title', 'Dec 27 - Jan 2: $0.00');
    await expect(square(page, 52)).toHaveAttribute('aria-label', 'Dec 25 - Dec 31: Future week');
  });

  for (const [time, first, count] of [
    ['2026-12-30T20:00:00Z', 'Dec 28 - Jan 3', 52],
    ['2026-01-01T20:00:00Z', 'Dec 29 - Jan 4', 52],
  ] as const) {
    test(`at ${time} the map is of the year of the week's Sunday, and today is on it [PD-14]`, async ({
      reader: { page },
    }) => {
      await page.clock.setFixedTime(new Date(time));
      await withExpenses(page, []);
      await openDashboard(page);
      await expect(page.getByRole('gridcell')).toHaveCount(count);
      await expect(square(page, 0)).toHaveAttribute('aria-label', new RegExp(`^${first}: .*this week$`));
    });
  }

  test('one Tab stop leads to this week; arrows, Home and End move; Enter opens the purchases of a week [PD-15] [DB-10]', async ({
    spender: { page },
  }) => {
    await openDashboard(page);
    expect(await map(page).locator('[tabindex="0"]').count()).toBe(1);
    await square(page, 22).focus();
    await expect(square(page, 22)).toBeFocused();
    for (const [key, index] of [
      ['ArrowLeft', 21],
      ['ArrowUp', 8],
      ['ArrowUp', 8],
      ['ArrowRight', 9],
      ['ArrowDown', 22],
      ['Home', 13],
      ['End', 25],
      ['ArrowRight', 26],
      ['ArrowDown', 39],
      ['End', 51],
      ['ArrowRight', 51],
      ['ArrowDown', 51],
    ] as const) {
      await page.keyboard.press(key);
      await expect(square(page, index), key).toBeFocused();
    }
    await square(page, 21).focus();
    expect(await map(page).locator('[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/expenses\?week=2026-05-25$/);
    await expect(page.getByRole('region', { name: 'May 25 - May 31' })).toBeVisible();
  });

  test('a tap on a square opens that week’s purchases, a future one nothing [PD-15]', async ({
    spender: { page },
  }) => {
    await openDashboard(page);
    await square(page, 30).click();
    await expect(page).toHaveURL(/:\d+\/$/);
    await square(page, 20).click();
    await expect(page).toHaveURL(/\/expenses\?week=2026-05-18$/);
  });

  test('an over-budget square carries a mark beside its colour [DB-10]', async ({ reader: { page } }) => {
    await withExpenses(page, [anExpense({ date: '2026-05-25', amount: 101 })]);
    await openDashboard(page);
    const markOf = (index: number) =>
      square(page, index).evaluate((element) => getComputedStyle(element, '::after').content);
    expect(await markOf(21)).not.toBe('none');
    expect(await markOf(20)).toBe('none');
  });
});

test.describe("this week's purchases", () => {
  const list = (page: Page) => section(page, /purchase/).getByRole('listitem');

  test('only this week’s are listed, newest first, ties by the higher id, with absolute amounts [DB-14] [DB-20]', async ({
    reader: { page },
  }) => {
    await withExpenses(page, [
      anExpense({ id: 1, name: 'Sunday before', date: '2026-05-31' }),
      anExpense({ id: 2, name: 'Monday', date: '2026-06-01', amount: -12.5 }),
      anExpense({ id: 3, name: 'Thursday, first', date: '2026-06-04T23:59:59Z', amount: 1234.5 }),
      anExpense({ id: 11, name: 'Thursday, later', date: '2026-06-04', amount: 2 }),
      anExpense({ id: 5, name: 'Sunday', date: '2026-06-07', amount: 3 }),
      anExpense({ id: 6, name: 'Monday after', date: '2026-06-08' }),
    ]);
    await openDashboard(page);
    await expect(list(page)).toHaveText([
      /^Sunday.*Sun, Jun 7.*\$3\.00$/,
      /^Thursday, later.*Thu, Jun 4.*\$2\.00$/,
      /^Thursday, first.*Thu, Jun 4.*\$1,234\.50$/,
      /^Monday.*Mon, Jun 1.*\$12\.50$/,
    ]);
    await expect(page.getByRole('heading', { name: /^4 purchases/ })).toBeVisible();
  });

  test('the list agrees with the API [DB-14] [API-3]', async ({ spender: { page, call } }) => {
    const week = (await expensesOf(call))
      .filter(({ date }) => mondayOf(date) === THIS_MONDAY)
      .sort((a, b) => (a.date === b.date ? b.id - a.id : a.date < b.date ? 1 : -1));
    await openDashboard(page);
    await expect(list(page)).toHaveCount(week.length);
    const names = await list(page).locator('p:first-child').allTextContents();
    expect(names).toEqual(week.map(({ name }) => name));
    await expect(page.getByRole('heading', { name: new RegExp(`^${week.length} purchase`) })).toBeVisible();
  });

  test('each tier of the count has its own headline [DB-13]', async ({ reader: { page } }) => {
    // One of another week, so that the list is never that of somebody without any expense.
    const earlier = anExpense({ id: 1, date: '2026-05-04' });
    await withExpenses(page, [earlier], 1000);
    await openDashboard(page);
    const headline = async (count: number) => {
      const ofWeek = Array.from({ length: count }, (_, index) => anExpense({ id: index + 2, amount: 1 }));
      await answer(page, 'GET', '/api/expenses', { json: [earlier, ...ofWeek] });
      await refreshList(page);
      const heading = page.getByRole('heading', { name: new RegExp(`^${count} purchases?\\b`) });
      await expect(heading).toBeVisible();
      return (await heading.textContent()) ?? '';
    };
    const tiers = [[0], [1], [2], [3], [4, 6], [10], [11], [16], [21], [31, 50], [51]];
    const quips: string[] = [];
    for (const tier of tiers) {
      const words: string[] = [];
      for (const count of tier) {
        words.push((await headline(count)).replace(/^\d+ purchases?/, ''));
      }
      expect(new Set(words).size).toBe(1);
      quips.push(words[0] ?? '');
    }
    expect(new Set(quips).size).toBe(tiers.length);
  });

  test("an unreadable date is 'Invalid date' and part of no count and no total [DB-15]", async ({
    reader: { page },
  }) => {
    await withExpenses(page, [
      anExpense({ id: 1, amount: 10 }),
      anExpense({ id: 2, name: 'Mystery', date: 'someday', amount: 40 }),
      anExpense({ id: 3, name: 'Impossible', date: '2026-02-30', amount: 50 }),
    ]);
    await openDashboard(page);
    await expect(list(page).filter({ hasText: 'Mystery' })).toContainText('Invalid date');
    await expect(list(page).filter({ hasText: 'Impossible' })).toContainText('Invalid date');
    await expect(page.getByRole('heading', { name: /^1 purchase\b/ })).toBeVisible();
    await expect(card(page).getByText('$90.00 left', { exact: true })).toBeVisible();
    await expect(square(page, 22)).toHaveAttribute('title', 'Jun 1 - Jun 7: $10.00');
  });

  test('somebody without any expense is told how to begin [DB-16]', async ({ reader: { page } }) => {
    await openDashboard(page);
    await expect(page.getByText('No transactions found', { exact: true })).toBeVisible();
    await expect(
      page.getByText('Connect your bank account to start tracking', { exact: true }),
    ).toBeVisible();
    const empty = section(page, 'No transactions found');
    await expect(empty.getByText('$0.00', { exact: true })).toBeVisible();
    await expect(section(page, /^0 purchases/)).toHaveCount(0);
  });

  test("'Refresh list' and the note on the hours stand below, and the help line at the end [DB-17] [DB-18]", async ({
    reader: { page },
  }) => {
    await openDashboard(page);
    await expect(page.getByRole('button', { name: 'Refresh list' })).toBeVisible();
    await expect(
      page.getByText('New purchases usually appear within 1-4 hours of card swipe', { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:support@/);
  });

  test('a purchase added by hand is on the dashboard at once: in the list, the card and the map [DB-14] [AE-5] [API-4]', async ({
    ana: { page },
  }) => {
    await openDashboard(page);
    await page.getByRole('button', { name: 'Add expense' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an Expense' });
    await dialog.getByLabel('Expense Name').fill('Cake');
    await dialog.getByLabel('Amount').fill('25.40');
    await dialog.getByLabel('Category').selectOption('Dining');
    await dialog.getByRole('button', { name: 'Add Expense' }).click();
    await expect(list(page)).toHaveText([/^Cake.*Fri, Jun 5.*\$25\.40$/]);
    await expect(card(page).getByText('$99.60 left', { exact: true })).toBeVisible();
    await expect(square(page, 22)).toHaveAttribute('title', 'Jun 1 - Jun 7: $25.40');
  });
});

test.describe('while it loads, and when it does not', () => {
  test('settings, expenses and the board are asked for only once the user is known [AU-4] [DB-1]', async ({
    reader: { page },
  }) => {
    const user = await hold(page, 'GET', '/api/auth/user');
    const { calls } = recordCalls(page);
    await page.goto('/');
    await expect(page.getByText('Loading your piggy bank...')).toBeVisible();
    expect(calls).toEqual(['GET /api/auth/user']);
    user.release();
    await expect(page.getByText('left this week', { exact: true })).toBeVisible();
    expect(calls).toContain('GET /api/settings');
    expect(calls).toContain('GET /api/leaderboard');
    expect(calls.some((call) => call.startsWith('GET /api/expenses'))).toBe(true);
  });

  test('the greeting stands while the numbers are on their way [DB-3]', async ({ reader: { page } }) => {
    const weeks = await hold(page, 'GET', '/api/weeks');
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good afternoon, Ana');
    await expect(card(page)).toHaveAttribute('aria-busy', 'true');
    weeks.release();
    await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  });

  for (const [path, words] of [
    ['/api/settings', 'Failed to load settings'],
    ['/api/expenses', 'Failed to fetch expenses'],
    ['/api/weeks', 'Failed to fetch expenses'],
  ] as const) {
    test(`a failure of ${path} says '${words}', is never shown as emptiness, and can be tried again [ER-4]`, async ({
      spender: { page },
      consoleErrors,
    }) => {
      consoleErrors.expectStatus(500);
      // The end of the automatic import asks for everything once more: it is kept waiting, so that nothing heals by itself.
      await hold(page, 'POST', '/api/auto-import-transactions');
      const heal = await answer(page, 'GET', path, { status: 500, text: 'down' });
      await page.goto('/');
      await expect(page.getByRole('alert').getByText(words)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good afternoon, Ana');
      await expect(page.getByText('No transactions found')).toHaveCount(0);
      await expect(page.getByText('$0.00')).toHaveCount(0);
      await heal();
      await page
        .getByRole('alert')
        .filter({ hasText: words })
        .getByRole('button', { name: 'Try again' })
        .click();
      await expect(page.getByText('left this week', { exact: true })).toBeVisible();
      await expect(map(page)).toBeVisible();
    });
  }
});

/** All counted expenses as the API has them. */
async function expensesOf(call: Reader['call']): Promise<Expense[]> {
  return (await call('GET', '/api/expenses')) as Expense[];
}

/** What each week cost in cents, by its Monday. */
function spentByWeek(expenses: readonly Expense[]): Map<number, number> {
  const weeks = new Map<number, number>();
  for (const { amount, refunded, date } of expenses) {
    const cents = Math.max(0, Math.round(Math.abs(amount) * 100) - Math.round(refunded * 100));
    weeks.set(mondayOf(date), (weeks.get(mondayOf(date)) ?? 0) + cents);
  }
  return weeks;
}

function mondayOf(date: string): number {
  const ms = Date.parse(date.slice(0, 10));
  return ms - ((new Date(ms).getUTCDay() + 6) % 7) * DAY_MS;
}

function shortDay(ms: number): string {
  return new Date(ms).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
}

/** The computed colour of a token. */
async function colorOf(page: Page, token: string): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);
}

async function barOf(page: Page): Promise<{ height: number; color: string }> {
  return page.getByTestId('spending-bar').evaluate((bar) => {
    const { height, backgroundColor } = getComputedStyle(bar);
    return { height: parseFloat(height), color: backgroundColor };
  });
}
