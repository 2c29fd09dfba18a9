import type { Expense } from '@oinkly/contract/expenses';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { Page } from '@playwright/test';
import { dragFile } from './support/drag.ts';
import { answer, hold, loseAnswers, recordCalls } from './support/network.ts';
import {
  ACCOUNT_OFX,
  CARD_CSV,
  chooseFile,
  fileOf,
  FOREIGN_CSV,
  UNSIGNED_CSV,
} from './support/statement-files.ts';
import { expect, test, type PageUser } from './support/test.ts';

const lines = (page: Page) => page.getByRole('list', { name: 'Lines in the file' }).getByRole('listitem');
const importButton = (page: Page) => page.getByRole('button', { name: /^Import \d/ });
const expenses = async ({ call }: Pick<PageUser, 'call'>) =>
  (await call('GET', '/api/expenses?counted=all')) as Expense[];
const card = fileOf('card.csv', CARD_CSV);
/** The line of column names, which is listed as well. */
const HEADING = [/Left out/, /Line 1: Column names/];

async function openWith(page: Page, file: ReturnType<typeof fileOf>): Promise<void> {
  await page.goto('/expenses/import');
  await chooseFile(page, file);
}

async function drop(page: Page, name: string, text: string): Promise<void> {
  await (await dragFile(page, { name, text })).drop();
}

test('a statement is shown before anything is saved, corrected, imported and taken back [PD-30]', async ({
  ana,
}) => {
  const { page } = ana;
  await page.goto('/expenses');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Import expenses' })).toBeFocused();
  await chooseFile(page, card);
  await expect(page.getByText('4 expenses to import')).toBeVisible();
  await expect(page.getByText('8 lines: 4 to import · 2 left out · 2 can’t be read')).toBeVisible();
  await expect(page.getByText('Balance not checked')).toBeVisible();
  await expect(page.getByRole('region', { name: 'How the file is read' })).toContainText(
    'Amount in USD · purchases below zero · dates like 6/25/2026',
  );
  await expect(lines(page)).toHaveText([
    /Can’t be read/,
    /Line 5: 'soon' is not a date.*NOBODY KNOWS WHEN/,
    /Line 7: 'a lot' is not an amount.*NOBODY KNOWS WHAT/,
    /Expenses/,
    /BLUE BOTTLE COFFEE.*\$6\.25.*Thu, Jun 4/,
    /BLUE BOTTLE COFFEE.*\$6\.25/,
    /TRADER JOE'S #552, SAN FRAN.*\$31\.46.*Wed, Jun 3/,
    /NETFLIX\.COM.*\$15\.49.*Sat, May 30/,
    /Left out/,
    /Line 1: Column names.*Transaction Date,Post Date,Description/,
    /Line 6: Money in.*Payment Thank You/,
  ]);
  await page.getByRole('checkbox', { name: /NETFLIX/ }).uncheck();
  await page.getByLabel(/Category of TRADER/).selectOption('Shopping');
  await expect(page.getByText('$43.96', { exact: true })).toBeVisible();
  expect(await expenses(ana)).toEqual([]);

  await page.getByRole('button', { name: 'Import 3 expenses' }).click();
  await expect(page.getByRole('heading', { name: '3 expenses imported' })).toBeFocused();
  expect(
    (await expenses(ana)).map(({ name, amount, date, category }) => [name, amount, date, category]),
  ).toEqual([
    ['BLUE BOTTLE COFFEE', 6.25, '2026-06-04', 'Dining'],
    ['BLUE BOTTLE COFFEE', 6.25, '2026-06-04', 'Dining'],
    ["TRADER JOE'S #552, SAN FRAN", 31.46, '2026-06-03', 'Shopping'],
  ]);
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('3 expenses removed', { exact: true })).toBeVisible();
  expect(await expenses(ana)).toEqual([]);
  await expect(page.getByText('Choose a file')).toBeVisible();
});

test('the list and the week show what was imported at once [PD-30]', async ({ ana: { page } }) => {
  await page.goto('/expenses');
  await expect(page.getByText('No expenses yet')).toBeVisible();
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await chooseFile(page, card);
  await importButton(page).click();
  await page.getByRole('link', { name: 'See your expenses' }).click();
  await expect(page.getByRole('region', { name: 'Jun 1 - Jun 7' })).toContainText('$43.96');
});

test('a file imported before is recognized as a whole, and only new rows are ticked [PD-30]', async ({
  ana,
}) => {
  const { page } = ana;
  await openWith(page, card);
  await importButton(page).click();
  await page.getByRole('button', { name: 'Import another file' }).click();
  await chooseFile(page, card);
  await expect(page.getByText('0 expenses to import')).toBeVisible();
  await expect(page.getByText(/4 already there/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  const third = '06/04/2026,06/05/2026,BLUE BOTTLE COFFEE,Food & Drink,Sale,-6.25,\n';
  await chooseFile(page, fileOf('card.csv', CARD_CSV + third));
  await page.getByRole('button', { name: 'Import 1 expense' }).click();
  await expect(page.getByRole('heading', { name: '1 expense imported' })).toBeVisible();
  expect(await expenses(ana)).toHaveLength(5);
});

test('OFX needs no question; renamed and deleted rows are known by bank name [PD-30] [PD-7]', async ({
  ana,
}) => {
  const { page } = ana;
  await openWith(page, fileOf('account.qfx', ACCOUNT_OFX));
  await expect(lines(page).nth(2)).toHaveText(/To savings.*\$300\.00.*Not counted: a transfer/);
  await expect(page.getByRole('status').filter({ hasText: '2 expenses to import' })).toContainText(
    /\$12\.50\s*Not counted: 1 expense, \$300\.00/,
  );
  await page.getByRole('button', { name: 'Import 2 expenses' }).click();
  await expect(page.getByRole('heading', { name: '2 expenses imported' })).toBeVisible();
  const [lunch, transfer] = await expenses(ana);
  expect(transfer).toMatchObject({ counted: false, kind: 'transfer' });
  await ana.call('PUT', `/api/expenses/${lunch?.id}`, { name: 'Lunch with Bo', date: '2026-04-01' });
  await ana.call('DELETE', `/api/expenses/${transfer?.id}`);
  await openWith(page, fileOf('account.ofx', ACCOUNT_OFX));
  await expect(lines(page).nth(1)).toHaveText(/Already there: Lunch with Bo, Wed, Apr 1/);
  await expect(lines(page).nth(2)).toHaveText(/You deleted this before: To savings/);
  await expect(page.getByText('0 expenses to import')).toBeVisible();
});

test('corrected columns are remembered for similar files on every device [PD-30]', async ({ ana }) => {
  const { page } = ana;
  const foreign = fileOf('konto.csv', FOREIGN_CSV);
  await openWith(page, foreign);
  await expect(lines(page)).toHaveText([
    /Expenses/,
    /Kaffe.*DKK.4\.25.*Jun 5/,
    /Brød.*DKK.1,012\.50.*Jun 4/,
    ...HEADING,
  ]);
  await page.getByRole('button', { name: 'Change how the file is read' }).click();
  const form = page.getByRole('region', { name: 'How the file is read' });
  await form.getByLabel('Description').selectOption('Modpart (Cafe)');
  await form.getByLabel('Currency', { exact: true }).selectOption('EUR');
  await form.getByLabel('Dates like').selectOption('6/25/2026');
  await expect(lines(page)).toHaveText([
    /Expenses/,
    /Cafe.*€4\.25.*May 6/,
    /Bager.*€1,012\.50.*Apr 6/,
    ...HEADING,
  ]);
  await form.getByLabel('Amounts').selectOption('One column');
  await form.getByLabel('Purchases are').selectOption('Below zero');
  await expect(lines(page)).toHaveText([...HEADING, /Line 2: Money in/, /Line 3: Money in/]);
  await form.getByLabel('Purchases are').selectOption('All of them');
  await form.getByLabel('Dates like').selectOption('25/6/2026');
  await page.getByRole('button', { name: 'Import 2 expenses' }).click();
  await expect(page.getByRole('heading', { name: '2 expenses imported' })).toBeVisible();
  expect((await expenses(ana))[0]).toMatchObject({
    name: 'Cafe',
    currency: 'EUR',
    date: '2026-06-05',
    notCountedReason: 'currency',
  });

  await page.evaluate(() => localStorage.clear());
  await openWith(page, fileOf('next.csv', 'Dag;Tekst;Modpart;Ud (DKK)\n05/05/2026;Te;Salon;2,00\n'));
  await expect(lines(page)).toHaveText([/Expenses/, /Salon.*€2\.00.*May 5/, ...HEADING]);
});

test('asks which amounts are purchases, and imports nothing before the answer [PD-30]', async ({ ana }) => {
  const { page } = ana;
  await openWith(page, fileOf('card.csv', UNSIGNED_CSV));
  const question = page.getByRole('region', { name: 'Are these amounts purchases or payments?' });
  await expect(question.getByRole('listitem')).toHaveText(/LUMEN LIGHTS.*-31\.20/);
  await expect(importButton(page)).toHaveCount(0);
  await question.getByRole('button', { name: 'Payments or refunds' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'card.csv' })).toBeFocused();
  await expect(lines(page)).toHaveText([/Expenses/, /ZENITH PARTS.*\$18\.40/, ...HEADING, /LUMEN LIGHTS/]);
  await importButton(page).click();
  await expect(page.getByRole('heading', { name: '1 expense imported' })).toBeVisible();
  expect((await expenses(ana)).map(({ name, amount }) => [name, amount])).toEqual([['ZENITH PARTS', 18.4]]);

  await openWith(page, fileOf('next.csv', UNSIGNED_CSV.replaceAll('06/0', '05/0')));
  await expect(page.getByText('1 expense to import')).toBeVisible();
});

test("Oinkly's own export imports unchanged [PD-30] [SEC-18]", async ({ ana }) => {
  const { page } = ana;
  for (const rest of [
    { name: '=1+1', amount: 12.5 },
    { name: 'Cake, with "cream"', amount: 4.25, paid: true },
    { name: 'Gym', amount: 30, type: 'recurring', dayOfMonth: 4 },
  ])
    await ana.call('POST', '/api/expenses', { date: '2026-06-04', category: 'Dining', ...rest });
  const before = await expenses(ana);
  const [first] = before;
  await ana.call('PUT', `/api/expenses/${first?.id}`, { counted: false });
  const csv = fileOf('oinkly.csv', await (await page.request.get('/api/export/expenses.csv')).body());
  await openWith(page, csv);
  await expect(page.getByText('0 expenses to import')).toBeVisible();
  await expect(page.getByText('4 lines: 3 already there · 1 left out')).toBeVisible();

  const facts = async () =>
    (await expenses(ana))
      .map(({ name, amount, date, category, paid, counted }) => ({
        name,
        amount,
        date,
        category,
        paid,
        counted,
      }))
      .sort((a, b) => a.name.localeCompare(b.name));
  const exported = await facts();
  for (const { id } of before) await ana.call('DELETE', `/api/expenses/${id}`);
  expect(await facts()).toEqual([]);
  await openWith(page, csv);
  await page.getByRole('button', { name: 'Select all', exact: true }).click();
  await page.getByRole('button', { name: 'Import 3 expenses' }).click();
  await expect(page.getByRole('heading', { name: '3 expenses imported' })).toBeVisible();
  expect(await facts()).toEqual(exported);
});

test('a file of another kind is explained at once, and another can be chosen [PD-30]', async ({ ana }) => {
  const { page } = ana;
  const MB = 1024 * 1024;
  const noise = Buffer.from(
    Array.from({ length: 5 * MB }, (_, index) => (index * 7919 * (index % 251)) % 256),
  );
  const refused: [name: string, bytes: string | Buffer, words: RegExp][] = [
    ['empty.csv', '', /This file is empty/],
    ['sheet.xlsx', 'PK\u0003\u0004 and more', /save the sheet as CSV/],
    ['statement.pdf', '%PDF-1.7', /This is a PDF/],
    [
      'letter.txt',
      'Dear Ana,\nhow are you?',
      /has both a date and an amount that we can read\. Line 1 has neither/,
    ],
    ['noise.csv', noise, /can’t read this file/],
    ['commas.csv', Buffer.alloc(5 * MB, ','), /has both a date and an amount that we can read/],
    ['large.csv', Buffer.alloc(16 * MB + 1, 'x'), /larger than 16 MB/],
    ['many.csv', `Date,Name,Amount\n${'2026-06-04,A,1.00\n'.repeat(50_001)}`, /50,001 entries/],
  ];
  await page.goto('/expenses/import');
  for (const [name, bytes, words] of refused) {
    await chooseFile(page, fileOf(name, bytes));
    await expect(page.getByRole('alert')).toContainText(name);
    await expect(page.getByRole('alert')).toContainText(words);
  }
  await chooseFile(page, card);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(importButton(page)).toBeEnabled();
  expect(await expenses(ana)).toEqual([]);
});

test('ten thousand rows import at once with at most 200 of them in the page [PD-30]', async ({ ana }) => {
  const { page } = ana;
  const rows = Array.from(
    { length: 10_000 },
    (_, index) => `2026-0${1 + (index % 5)}-1${index % 10},Shop ${index},-${index % 90}.50`,
  );
  await openWith(page, fileOf('years.csv', `Date,Description,Amount\n${rows.join('\n')}\n`));
  await expect(page.getByText('10,000 expenses to import')).toBeVisible();
  await expect(importButton(page)).toBeEnabled();
  expect(await lines(page).count()).toBeLessThan(200);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect(page.getByText('Shop 50', { exact: false }).first()).toBeVisible();
  expect(await lines(page).count()).toBeLessThan(200);
  await importButton(page).click();
  await expect(page.getByRole('heading', { name: '10,000 expenses imported' })).toBeVisible({
    timeout: 30_000,
  });
  expect(await expenses(ana)).toHaveLength(10_000);
});

test('a file of 12,000 rows is saved in parts, continued after a failure, and undone as one [PD-30]', async ({
  ana,
  consoleErrors,
}) => {
  consoleErrors.expectStatus(503);
  const { page } = ana;
  const rows = Array.from(
    { length: 12_000 },
    (_, index) => `2026-0${1 + (index % 5)}-1${index % 10},Shop ${index},-${1 + (index % 900)}.50`,
  );
  await openWith(page, fileOf('decade.csv', `Date,Description,Amount\n${rows.join('\n')}\n`));
  await expect(page.getByText('12,000 expenses to import')).toBeVisible();
  let sent = 0;
  await page.route('/api/imports', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent += 1;
    const down = { message: 'We’re briefly unavailable.' };
    return sent === 2 ? route.fulfill({ status: 503, json: down }) : route.fallback();
  });
  await importButton(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('10,000 of 12,000 expenses are imported. Try again to add the rest', {
    timeout: 30_000,
  });
  await importButton(page).click();
  await expect(page.getByRole('heading', { name: '12,000 expenses imported' })).toBeVisible({
    timeout: 30_000,
  });
  expect(sent).toBe(3);
  const { imports } = (await ana.call('GET', '/api/imports')) as RouteResponse<'listImports'>;
  expect(imports).toMatchObject([{ fileName: 'decade.csv', rows: 12_000, remaining: 12_000 }]);
  await page.getByRole('button', { name: 'Import another file' }).click();
  await chooseFile(page, fileOf('decade.csv', `Date,Description,Amount\n${rows.join('\n')}\n`));
  await expect(page.getByText('12,001 lines: 12,000 already there · 1 left out')).toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await page.getByRole('button', { name: 'Undo the import of decade.csv' }).click();
  await page.getByRole('button', { name: 'Remove 12,000 expenses' }).click();
  await expect(page.getByText('12,000 expenses removed', { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(await expenses(ana)).toEqual([]);
});

test('an import whose answer was lost is not added twice when it is tried again [PD-30]', async ({
  ana,
  consoleErrors,
}) => {
  consoleErrors.expectNoAnswer();
  const { page } = ana;
  await openWith(page, card);
  await expect(importButton(page)).toBeEnabled();
  const arriveAgain = await loseAnswers(page, 'POST', '/api/imports');
  await importButton(page).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await arriveAgain();
  await importButton(page).click();
  await expect(page.getByRole('heading', { name: '4 expenses imported' })).toBeVisible();
  expect(await expenses(ana)).toHaveLength(4);
});

test('after a lost answer a changed choice is checked again, so no row is imported twice [PD-30]', async ({
  ana,
  consoleErrors,
}) => {
  consoleErrors.expectNoAnswer();
  const { page } = ana;
  await openWith(page, card);
  await page.getByRole('checkbox', { name: /NETFLIX/ }).uncheck();
  const arriveAgain = await loseAnswers(page, 'POST', '/api/imports');
  await importButton(page).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await arriveAgain();
  const lookUpAgain = await answer(page, 'POST', '/api/imports/check', { noAnswer: true });
  await page.getByRole('checkbox', { name: /NETFLIX/ }).check();
  await expect(page.getByRole('alert')).toContainText('check for duplicates');
  await expect(importButton(page)).toBeDisabled();
  await lookUpAgain();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/3 already there/)).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 expense' }).click();
  await expect(page.getByRole('heading', { name: '1 expense imported' })).toBeVisible();
  expect(await expenses(ana)).toHaveLength(4);
});

test('a failed import that is read in another way since is not the same import [PD-30]', async ({
  ana: { page },
  consoleErrors,
}) => {
  consoleErrors.expectNoAnswer();
  await openWith(page, fileOf('konto.csv', FOREIGN_CSV));
  await answer(page, 'POST', '/api/imports', { noAnswer: true });
  await importButton(page).click();
  await expect(page.getByRole('alert')).toContainText('without creating duplicates');
  await page.getByRole('button', { name: 'Change how the file is read' }).click();
  await page.getByLabel('Currency', { exact: true }).selectOption('EUR');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(importButton(page)).toBeEnabled();
});

test('a file dropped during an import neither interrupts it nor hides its result [PD-30]', async ({
  ana: { page },
}) => {
  await openWith(page, card);
  const { count, release } = await hold(page, 'POST', '/api/imports');
  await importButton(page).click();
  await expect.poll(count).toBe(1);
  await drop(page, 'dropped.csv', FOREIGN_CSV);
  await expect(page.getByText('An import is running', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Importing...' })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: '4 expenses imported' })).toBeFocused();
});

test('without the server no row is imported, and check and import both say so [PD-30]', async ({
  ana,
  consoleErrors,
}) => {
  consoleErrors.expectStatus(503);
  const { page } = ana;
  const down = { status: 503, json: { message: 'We’re briefly unavailable.' } };
  const answerAgain = await answer(page, 'POST', '/api/imports/check', down);
  await openWith(page, card);
  await expect(page.getByRole('alert')).toContainText('check for duplicates');
  await expect(importButton(page)).toHaveCount(0);
  await answerAgain();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(importButton(page)).toBeEnabled();
  await answer(page, 'POST', '/api/imports', down);
  await importButton(page).click();
  await expect(page.getByRole('alert')).toContainText('We’re briefly unavailable.');
  expect(await expenses(ana)).toEqual([]);
});

test('an earlier import is taken back later, after a question [PD-30]', async ({ ana }) => {
  const { page } = ana;
  await openWith(page, card);
  await importButton(page).click();
  await expect(page.getByRole('heading', { name: '4 expenses imported' })).toBeVisible();
  await page.goto('/my-account/data');
  await page.getByRole('link', { name: 'Import expenses' }).click();
  const earlier = page.getByRole('region', { name: 'Earlier imports' });
  await expect(earlier.getByRole('listitem')).toHaveText(/card\.csv.*4 expenses · Jun 5, 2026/);
  await earlier.getByRole('button', { name: 'Undo the import of card.csv' }).click();
  await expect(earlier.getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(earlier.getByRole('button', { name: 'Undo the import of card.csv' })).toBeFocused();
  await page.keyboard.press('Enter');
  await earlier.getByRole('button', { name: 'Remove 4 expenses' }).click();
  await expect(earlier).toHaveCount(0);
  const { imports } = (await ana.call('GET', '/api/imports')) as RouteResponse<'listImports'>;
  expect(imports).toEqual([]);
  expect(await expenses(ana)).toEqual([]);
});

test('a file can be dropped anywhere on the page, and the keyboard is enough [PD-30]', async ({
  ana: { page },
}) => {
  await page.goto('/expenses/import');
  const calls = recordCalls(page);
  await expect(page.getByText('or drop it here')).toBeVisible();
  await drop(page, 'first.csv', FOREIGN_CSV);
  await expect(lines(page)).toHaveText([/Expenses/, /Kaffe/, /Brød/, ...HEADING]);
  await drop(page, 'dropped.csv', CARD_CSV);
  await expect(page.getByRole('heading', { name: 'dropped.csv' })).toBeFocused();
  await expect(page.getByRole('checkbox', { name: /NETFLIX/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Choose a file')).toBeFocused();
  await drop(page, 'dropped.csv', CARD_CSV);
  const tick = page.getByRole('checkbox', { name: /NETFLIX/ });
  await tick.focus();
  await page.keyboard.press('Space');
  await expect(tick).not.toBeChecked();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel(/Category of NETFLIX/)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Import 3 expenses' })).toBeFocused();
  expect(calls.calls.filter((call) => call.startsWith('POST'))).toEqual([
    'POST /api/imports/check',
    'POST /api/imports/check',
    'POST /api/imports/check',
  ]);
});
