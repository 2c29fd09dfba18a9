import type { Page } from '@playwright/test';
import { readPage, type ReadPage, type Spoken } from './support/accessibility-tree.ts';
import { openAllFields } from './support/add-expense.ts';
import { expect, test } from './support/test.ts';

/** Arrows, shapes and pictures, which screen readers call by their Unicode names or leave out. */
const SYMBOLS =
  /[\u2022\u2039\u203a\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\u{1f000}-\u{1faff}|~^<>\\]/u;
/** What a mistake in the code writes. */
const NO_WORDS = /\b(?:undefined|null|NaN)\b|\[object/;
/** Some words, and the same words at once again. */
const TWICE = /(?<![\p{L}\p{N}])(\p{L}{3,}(?: [\p{L}’']+)*) \1(?![\p{L}\p{N}])/iu;

const named = ({ role, name }: Spoken) => `${role} “${name}”`;
const hasWords = ({ name }: { name: string }) => /[\p{L}\p{N}]/u.test(name);

/** Fails on what makes no sense when it is read aloud in order. */
function expectToReadWell({ spoken, surroundings }: ReadPage, firstLevel = 1): void {
  const isNamed = ({ role }: Spoken) => role !== 'StaticText';
  expect(spoken.filter((one) => isNamed(one) && !hasWords(one)).map(named), 'without a name').toEqual([]);
  const unnamed = surroundings.filter((one) => one.role !== 'main' && !hasWords(one));
  expect(
    unnamed.map(({ role }) => role),
    'parts without a name',
  ).toEqual([]);

  const levels = spoken.flatMap(({ level }) => level ?? []);
  expect(levels.filter((level) => level === firstLevel)).toHaveLength(1);
  expect(levels[0], 'the first heading').toBe(firstLevel);
  const skipped = levels.filter((level, index) => level > (levels[index - 1] ?? level) + 1);
  expect(skipped, 'headings that skip a level').toEqual([]);

  const texts = spoken.map(({ name }) => name);
  expect(
    texts.filter((text) => SYMBOLS.test(text)),
    'with symbols',
  ).toEqual([]);
  expect(
    texts.filter((text) => NO_WORDS.test(text)),
    'with no words of ours',
  ).toEqual([]);
  expect(
    texts.filter((text) => TWICE.test(text)),
    'that repeat themselves',
  ).toEqual([]);
  const repeated = spoken.filter((one, index) => {
    const before = spoken[index - 1];
    // Rows may be alike, and so may cells.
    return before?.place === one.place && hasWords(one) && one.name === before.name;
  });
  expect(repeated.map(named), 'read twice').toEqual([]);
}

/** Expects these names to be read in this order; others may be between them. */
function expectInOrder({ spoken }: ReadPage, names: readonly (string | RegExp)[]): void {
  const isNext = (one: Spoken, name: string | RegExp) =>
    typeof name === 'string' ? one.name === name : name.test(one.name);
  let from = 0;
  for (const name of names) {
    const at = spoken.findIndex((one, index) => index >= from && isNext(one, name));
    expect(at, `${String(name)} in ${JSON.stringify(spoken.map(named))}`).toBeGreaterThanOrEqual(from);
    from = at + 1;
  }
}

/** The links and the button of the bar or rail. */
const NAVIGATION = ['Skip to content', 'Home', 'Expenses', 'Add expense', 'Friends', 'Account'];

async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByText('Checking for new transactions...')).toHaveCount(0);
}

test('the welcome page reads as what it is, what it does, and two ways in [PD-114]', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const read = await readPage(page);
  expectToReadWell(read);
  expectInOrder(read, ['Welcome to Oinkly', 'Create an account', 'Log in', 'Accessibility']);
  const texts = read.spoken.map(({ name }) => name);
  // The dashboard beside it is an example, not the reader's.
  expect(texts).not.toContain('left this week');
  // Said only after that.
  expect(texts).not.toContain('You’re signed out on all devices.');
});

test('Home reads from the week to the board, the map and the purchases [PD-114]', async ({
  spender: { page },
}) => {
  await openHome(page);
  const read = await readPage(page);
  expectToReadWell(read);
  expectInOrder(read, [
    ...NAVIGATION,
    /^Good (?:morning|afternoon|evening), Ana$/,
    /^Piggy bank, /,
    /^(?:left|over) this week$/,
    'Add friends',
    /: \$[\d,.]+, (?:under|over) budget/,
    /^\d+ purchases?\. /,
    'Accessibility',
  ]);
  const squares = read.spoken.filter(({ role, name }) => ['link', 'image'].includes(role) && isSquare(name));
  expect(squares).toHaveLength(52);
  expect(new Set(squares.map(({ name }) => name)).size).toBe(52);
  expect(squares.filter(({ name }) => name.endsWith(', this week'))).toHaveLength(1);
});

/** `Jun 1 - Jun 7: $76.82, under budget` */
function isSquare(name: string): boolean {
  return /^[A-Z][a-z]{2} \d+ - [A-Z][a-z]{2} \d+(?:, \d{4})?: (?:Future week$|\$[\d,.]+, (?:under|over) budget|\$[\d,.]+, before your first expense)/.test(
    name,
  );
}

test('a purchase is one button that says its name, price, day and category [PD-114]', async ({
  spender: { page },
}) => {
  await page.goto('/expenses');
  await expect(page.getByRole('button', { name: /\$\d/ }).first()).toBeVisible();
  const read = await readPage(page);
  expectToReadWell(read);
  expectInOrder(read, [...NAVIGATION, 'Expenses']);
  const purchases = read.spoken.filter(({ role, name }) => role === 'button' && /\$\d/.test(name));
  expect(purchases.length).toBeGreaterThan(5);
  const WHOLE = /^\S.* \$[\d,]+\.\d\d [A-Z][a-z]{2}, [A-Z][a-z]{2} \d+ · [A-Z]/;
  expect(purchases.map(({ name }) => name).filter((name) => !WHOLE.test(name))).toEqual([]);
});

test('the add sheet is all that is read while it is open, field by field [PD-114] [AE-1]', async ({
  spender: { page },
}) => {
  await openHome(page);
  await openAllFields(page);
  const read = await readPage(page);
  expectToReadWell(read, 2);
  expect(read.surroundings.filter(({ role }) => role === 'dialog')).toEqual([
    { role: 'dialog', name: 'Add an Expense' },
  ]);
  expectInOrder(read, ['Add an Expense', 'Quick entry', 'Expense Name', 'Amount', 'Date', 'Category']);
  expect(read.spoken.map(({ name }) => name)).not.toContain('Skip to content');
});

test('Friends and My Account read in the order in which they are seen [PD-114]', async ({
  spender: { page },
}) => {
  for (const [path, heading] of [
    ['/friends', 'Friends'],
    ['/my-account', 'My Account'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    const read = await readPage(page);
    expectToReadWell(read);
    expectInOrder(read, [...NAVIGATION, heading]);
  }
});

test('what changed is announced: an added expense, and a field that is refused [PD-114] [AE-4]', async ({
  ana: { page },
}) => {
  const announced = await recordAnnouncements(page);
  await openHome(page);
  const sheet = await openAllFields(page);
  await sheet.getByRole('button', { name: 'Add Expense' }).click();
  await expect.poll(announced).toContainEqual(expect.stringContaining('Please enter an expense name.'));
  await sheet.getByLabel('Expense Name').fill('Lunch');
  await sheet.getByLabel('Amount').fill('12.50');
  await sheet.getByLabel('Category').selectOption('Dining');
  await sheet.getByRole('button', { name: 'Add Expense' }).click();
  await expect.poll(announced).toContainEqual(expect.stringContaining('Expense added'));
});

/** Records what live regions get, from the next page on. */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const texts: string[] = [];
    Object.assign(window, { announcements: texts });
    const LIVE = '[aria-live="polite"], [aria-live="assertive"], [role="alert"], [role="status"]';
    const note = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      const within = element?.closest(LIVE);
      const regions = within ? [within] : Array.from(element?.querySelectorAll(LIVE) ?? []);
      for (const region of regions) {
        if (region.getAttribute('aria-live') !== 'off') texts.push(region.textContent);
      }
    };
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        note(target);
        for (const node of addedNodes) note(node);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as Window & { announcements?: string[] }).announcements ?? []);
}

test('the accessibility statement is open to everyone and says how to report a problem [PD-114]', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Accessibility' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Accessibility' })).toBeVisible();
  const read = await readPage(page);
  expectToReadWell(read);
  expectInOrder(read, ['What we test', 'What we know is missing', 'How to tell us', /@/]);
});
