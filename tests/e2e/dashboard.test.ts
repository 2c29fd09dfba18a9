import type { Expense } from '@oinkly/contract/expenses';
import { anEntry, anExpense, settingsOfBudget, weeksOf } from '@oinkly/contract/samples';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { answer } from './support/network.ts';
import type { Reader } from './support/shared-user.ts';
import { openAllFields } from './support/add-expense.ts';

const DAY_MS = 86_400_000;
/** Mondays of the tests' week and of the first week of 2026. */
const THIS_MONDAY = Date.UTC(2026, 5, 1);
const FIRST_MONDAY = Date.UTC(2025, 11, 29);

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  await expect(page.getByText('Checking for new transactions...')).toHaveCount(0);
}

/** Answers the dashboard's lists with `expenses` and one constant budget. */
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

test.describe('the card of the week', () => {
  test('what is left, or what is over, is the largest text on the page [DB-4] [DB-5]', async ({
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
    expect(sizes.filter(([, size]) => size === largest).map(([text]) => text)).toEqual([
      spent > 12_500 ? usd(spent - 12_500) : left,
    ]);
  });

  /** Expects it on phones of usual widths. */
  async function expectNoDigitCovered(page: Page, amount: string): Promise<void> {
    const number = card(page).getByText(amount, { exact: true }).first();
    const pig = card(page).getByRole('img', { name: /^Piggy bank/ });
    for (const width of [320, 360, 390, 500]) {
      await page.setViewportSize({ width, height: 844 });
      const digitsEndPx = await number.evaluate((element) => {
        const digits = document.createRange();
        digits.selectNodeContents(element);
        return digits.getBoundingClientRect().right;
      });
      const pigBox = await pig.boundingBox();
      expect(digitsEndPx, `${amount}, ${width} px wide`).toBeLessThanOrEqual(pigBox?.x ?? 0);
    }
  }

  test('two of the largest expenses are summed on every screen [DB-4]', async ({ ana: { page, call } }) => {
    const yacht = { amount: 9_999_999.99, date: '2026-06-04', category: 'Shopping' };
    for (const name of ['Yacht', 'Another yacht']) await call('POST', '/api/expenses', { ...yacht, name });
    for (const screen of ['/weeks/2026-06-01', '/insights']) {
      await page.goto(screen);
      await expect(page.getByText('$19,999,999.98').filter({ visible: true }).first()).toBeVisible();
    }
    await page.goto('/');
    await expectNoDigitCovered(page, '$19,999,874.98');
  });

  test('the pig covers no digit of an amount, however long [DB-4]', async ({ reader: { page } }) => {
    for (const [budget, amount] of [
      [80, '$80.00'],
      [500, '$500.00'],
      [8_000, '$8,000.00'],
      [20_000, '$20,000.00'],
    ] as const) {
      await withExpenses(page, [], budget);
      await page.goto('/');
      await expectNoDigitCovered(page, amount);
    }
  });

  test('draws the bar to scale, in its color [DB-5]', async ({ reader: { page } }) => {
    for (const [amount, height] of [
      [9, 10.8],
      [199, 238.8],
    ] as const) {
      await withExpenses(page, [anExpense({ amount })]);
      await openDashboard(page);
      const bar = await barOf(page);
      expect(bar.height).toBeCloseTo(height, 1);
      expect(bar.color).toBe(await colorOf(page, amount > 100 ? '--color-over' : '--color-under'));
      await expect(page.getByTestId('spending-bar').locator('path')).toHaveCount(0);
    }
  });
});

test.describe('the leaderboard', () => {
  async function openWithBoard(page: Page, leaderboard: ReturnType<typeof anEntry>[]): Promise<void> {
    await answer(page, 'GET', '/api/leaderboard', { json: { leaderboard } });
    await openDashboard(page);
  }

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
});

test.describe('the map of the year', () => {
  test('each square is a target of 24 px with its spacing [PD-15]', async ({ spender: { page } }) => {
    await openDashboard(page);
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const targets = await map(page)
        .locator('a')
        .evaluateAll((squares) =>
          squares.map((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect();
            return { left, right, top, bottom, isLarge: Math.min(right - left, bottom - top) >= 24 };
          }),
        );
      expect(targets.length).toBeGreaterThan(13);
      // WCAG 2.2, 2.5.8: a circle of 24 px on a smaller target meets no other target, nor the circle of another smaller one.
      const crowded = targets.flatMap((one, index) => {
        if (one.isLarge) return [];
        const [x, y] = [(one.left + one.right) / 2, (one.top + one.bottom) / 2];
        return targets.filter((other, place) => {
          if (place === index) return false;
          const nearest = Math.hypot(
            Math.max(other.left - x, 0, x - other.right),
            Math.max(other.top - y, 0, y - other.bottom),
          );
          const centers = Math.hypot((other.left + other.right) / 2 - x, (other.top + other.bottom) / 2 - y);
          return nearest < 12 || (!other.isLarge && centers < 24);
        });
      });
      expect(crowded, `${width} px`).toEqual([]);
      const inside = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
      expect(inside, `${width} px`).toBe(true);
    }
  });

  test('the streak stands right below its squares, in words [PD-89]', async ({ reader: { page } }) => {
    const lunch = anExpense({ amount: 20 });
    await withExpenses(page, [
      { ...lunch, id: 1, date: '2026-05-06' },
      { ...lunch, id: 2, date: '2026-05-13', amount: 300 },
      { ...lunch, id: 3, date: '2026-05-20' },
    ]);
    await openDashboard(page);
    const streak = page.getByText('2 weeks in a row under budget. That’s your best.');
    const bottom = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.NaN);
    const [grid, words, legend] = await Promise.all(
      [map(page), streak, page.getByRole('button', { name: 'Share my map' })].map((one) => one.boundingBox()),
    );
    expect(words?.y).toBeGreaterThanOrEqual(bottom(grid ?? null));
    expect((words?.y ?? Number.NaN) - bottom(grid ?? null)).toBeLessThanOrEqual(12);
    expect(legend?.y).toBeGreaterThanOrEqual(bottom(words ?? null));
  });

  test('52 squares in 4 rows of 13 and their headline match the API [DB-10] [DB-11] [DB-20] [PD-14]', async ({
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
    // Columns and rows as displayed, not only as marked up.
    const boxes = await page.getByRole('gridcell').evaluateAll((cells) =>
      cells.map((cell) => {
        const { left, top } = cell.getBoundingClientRect();
        return `${Math.round(left)} ${Math.round(top)}`;
      }),
    );
    expect(new Set(boxes.map((box) => box.split(' ')[0])).size).toBe(13);
    expect(new Set(boxes.map((box) => box.split(' ')[1])).size).toBe(4);
    const completed = Array.from(
      { length: 22 },
      (_, index) => spent.get(FIRST_MONDAY + index * 7 * DAY_MS) ?? 0,
    );
    const underCount = completed.filter((cents) => cents <= 12_500).length;
    await expect(
      page.getByRole('heading', { name: `${underCount} of 22 weeks under budget.` }),
    ).toBeVisible();
  });

  test('Tab reaches this week, keys move, and Enter or a tap opens a week [PD-15] [DB-10]', async ({
    spender: { page },
  }) => {
    await openDashboard(page);
    // A future week opens nothing.
    await square(page, 30).click();
    await expect(page).toHaveURL(/:\d+\/$/);
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
    await expect(page).toHaveURL(/\/weeks\/2026-05-25$/);
    await expect(page.getByRole('heading', { level: 1, name: 'May 25 - May 31' })).toBeVisible();
    await page.goBack();
    await square(page, 20).click();
    await expect(page).toHaveURL(/\/weeks\/2026-05-18$/);
  });

  test('a week over budget has a mark; pointer, focus and a resting finger show its sum [DB-10]', async ({
    reader: { page },
  }) => {
    await withExpenses(page, [anExpense({ date: '2026-05-25', amount: 101 })]);
    await openDashboard(page);
    const markOf = (index: number) =>
      square(page, index).evaluate((element) => getComputedStyle(element, '::after').content);
    expect(await markOf(21)).not.toBe('none');
    expect(await markOf(20)).toBe('none');

    const peek = page.getByTestId('peek');
    await square(page, 21).hover();
    await expect(peek).toHaveText('May 25 - May 31: $101.00');
    await page.getByRole('heading', { name: /weeks? under budget/ }).hover();
    await expect(peek).toHaveCount(0);
    await square(page, 20).focus();
    await expect(peek).toHaveText('May 18 - May 24: $0.00');
    await square(page, 20).blur();
    await expect(peek).toHaveCount(0);

    const finger = { pointerType: 'touch', bubbles: true, isPrimary: true };
    await square(page, 21).dispatchEvent('pointerdown', finger);
    await expect(peek).toHaveText('May 25 - May 31: $101.00');
    await square(page, 21).dispatchEvent('pointerup', finger);
    await square(page, 21).dispatchEvent('click');
    await expect(page).toHaveURL(/:\d+\/$/);
    await square(page, 21).dispatchEvent('pointerdown', finger);
    await square(page, 21).dispatchEvent('pointerup', finger);
    await square(page, 21).dispatchEvent('click');
    await expect(page).toHaveURL(/\/weeks\/2026-05-25$/);
  });
});

test.describe("this week's purchases", () => {
  const list = (page: Page) => section(page, /purchase/).getByRole('listitem');

  test('the list agrees with the API [DB-14] [API-3]', async ({ spender: { page, call } }) => {
    const week = (await expensesOf(call))
      .filter(({ date }) => mondayOf(date) === THIS_MONDAY)
      .sort((a, b) => (a.date === b.date ? b.id - a.id : a.date < b.date ? 1 : -1));
    await openDashboard(page);
    const shown = week
      .slice(0, 7)
      .map(({ name, amount, pending }) => `${name} $${amount.toFixed(2)}${pending ? 'Pending' : ''}`);
    expect(await list(page).allTextContents()).toEqual(shown);
    await expect(page.getByRole('heading', { name: new RegExp(`^${week.length} purchase`) })).toBeVisible();
  });

  test('a manual expense shows at once in list, card and map [DB-14] [AE-5] [API-4]', async ({
    ana: { page },
  }) => {
    await openDashboard(page);
    const dialog = await openAllFields(page);
    await dialog.getByLabel('Expense Name').fill('Cake');
    await dialog.getByLabel('Amount').fill('25.40');
    await dialog.getByLabel('Category').selectOption('Dining');
    await dialog.getByRole('button', { name: 'Add Expense' }).click();
    await expect(list(page)).toHaveText([/^Cake \$25\.40$/]);
    await expect(section(page, /purchase/)).toContainText('Today, Fri, Jun 5');
    await expect(card(page).getByText('$99.60 left', { exact: true })).toBeVisible();
    await expect(square(page, 22)).toHaveAttribute('title', 'Jun 1 - Jun 7: $25.40');
  });
});

async function expensesOf(call: Reader['call']): Promise<Expense[]> {
  return (await call('GET', '/api/expenses')) as Expense[];
}

/** Cents by the week's Monday. */
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
