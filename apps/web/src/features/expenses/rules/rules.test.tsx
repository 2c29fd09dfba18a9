import type { Expense } from '@oinkly/contract/expenses';
import type { Rule } from '@oinkly/contract/rules';
import { aRule } from '@oinkly/contract/samples';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../../test-support/render-app.tsx';
import { anExpense } from '../../../test-support/wire.ts';
import { ExpensesPage } from '../list/expenses-page.tsx';
import { WHOLE_VIEW } from '../expenses-view.ts';
import { outbox } from '../outbox/outbox.ts';
import { ruleWords } from './rule-words.ts';
import { RulesList } from './rules-list.tsx';

prepareEachTest();
beforeEach(() => {
  // Drops changes left by the previous test.
  outbox.readAgain();
  vi.useFakeTimers({ now: new Date('2025-06-05T12:00:00Z'), toFake: ['Date'] });
});

const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const toast = () => within(screen.getByRole('region', { name: /Notifications/ })).getByRole('listitem');

test.each([
  [{ category: 'Groceries' }, 'File it under Groceries.'],
  [{ name: 'Run', counted: false }, 'Name it “Run” and don’t count it.'],
  [
    { name: 'Run', category: 'Groceries', counted: true },
    'Name it “Run”, file it under Groceries, and count it.',
  ],
] as const)('a rule says what it does [PD-73]: %j', (fields, words) => {
  expect(ruleWords(aRule({ category: null, ...fields }))).toBe(words);
});

describe('after an edit of a bank expense', () => {
  const lidl = anExpense({ id: 1, name: 'Lidl', source: 'bank', category: 'Shopping' });
  const offer = aRule({ merchantKey: 'lidl', merchant: 'Lidl', category: null });

  async function show(edited: Expense & { ruleOffer?: Rule }) {
    const server = fakeServer({
      'GET /api/expenses': [lidl],
      'GET /api/refunds': { refunds: [] },
      'GET /api/duplicates': { offers: [] },
      'GET /api/recurring': { series: [], merchants: [] },
      'GET /api/leaderboard': { leaderboard: [] },
      'PUT /api/expenses/1': edited,
      'PUT /api/rules': { ...edited.ruleOffer, earlier: 0 },
    });
    renderApp(<ExpensesPage view={WHOLE_VIEW} onChange={() => undefined} />);
    fireEvent.click(await screen.findByRole('button', { name: /^Lidl / }));
    await screen.findByRole('dialog', { name: 'Lidl' });
    return server;
  }
  const chooseGroceries = async () => {
    fireEvent.change(await screen.findByLabelText('Category'), { target: { value: 'Groceries' } });
    await click('Save');
  };

  test('one tap saves the offered rule [PD-73]', async () => {
    const ruleOffer = { ...offer, category: 'Groceries' } as const;
    const server = await show({ ...lidl, category: 'Groceries', ruleOffer });
    await chooseGroceries();
    expect(await screen.findByText('Always do this for Lidl?')).toBeTruthy();
    expect(screen.getByText('File it under Groceries.')).toBeTruthy();
    await click('Always');
    expect(await screen.findByText('Rule saved')).toBeTruthy();
    expect(server.bodiesOf('PUT /api/expenses/1')).toEqual([{ category: 'Groceries' }]);
    expect(server.bodiesOf('PUT /api/rules')).toEqual([
      { merchantKey: 'lidl', merchant: 'Lidl', category: 'Groceries' },
    ]);
    await click('See rules');
    expect(window.location.pathname).toBe('/rules');
  });

  test('the earlier ones follow with one more tap, and change back with Undo [PD-93]', async () => {
    const ruleOffer = { ...offer, category: 'Groceries' } as const;
    const server = await show({ ...lidl, category: 'Groceries', ruleOffer });
    server.answer('PUT /api/rules', { ...ruleOffer, earlier: 72 });
    server.answer('POST /api/rules/changes', { id: 'c1', changed: 72 });
    server.answer('DELETE /api/rules/changes/c1', { restored: 72 });
    await chooseGroceries();
    await click('Always');
    await click('And 72 earlier ones');
    expect(await screen.findByText('72 expenses at Lidl.')).toBeTruthy();
    expect(server.bodiesOf('POST /api/rules/changes')).toEqual([{ merchantKey: 'lidl' }]);
    await click('Undo');
    expect(await screen.findByText('Changed back')).toBeTruthy();
  });

  test('nothing is asked without an offer from the server [PD-73]', async () => {
    const server = await show({ ...lidl, category: 'Groceries' });
    await chooseGroceries();
    await vi.waitFor(() => expect(server.bodiesOf('PUT /api/expenses/1')).toHaveLength(1));
    await vi.waitFor(() => expect(outbox.waiting).toEqual([]));
    expect(screen.queryByText(/^Always do this/)).toBeNull();
  });

  test('the toast of "Don\'t count this" has both Undo and the offer [PD-73] [PD-5]', async () => {
    const ruleOffer = { ...offer, counted: false };
    const server = await show({ ...lidl, counted: false, notCountedReason: 'by-hand', ruleOffer });
    await click('Don’t count this');
    expect(await screen.findByText(/Always do this for Lidl\?$/)).toBeTruthy();
    expect(
      within(toast())
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Undo', 'Always', '']);
    await click('Always');
    await vi.waitFor(() =>
      expect(server.bodiesOf('PUT /api/rules')).toEqual([
        { merchantKey: 'lidl', merchant: 'Lidl', counted: false },
      ]),
    );
  });

  test('a rule that the server refuses says why [PD-73]', async () => {
    const server = await show({ ...lidl, ruleOffer: { ...offer, category: 'Groceries' } });
    server.answer('PUT /api/rules', failing(409, { message: 'You have 1,000 rules.' }));
    await chooseGroceries();
    await click('Always');
    expect(await screen.findByText('We couldn’t save this rule.')).toBeTruthy();
    expect(screen.getByText('You have 1,000 rules.')).toBeTruthy();
  });
});

describe('the list of rules', () => {
  const lidl = aRule({ merchantKey: 'lidl', merchant: 'Lidl' });
  const aldi = aRule({ merchantKey: 'aldi', merchant: 'Aldi', category: null, name: 'Run', counted: false });

  function show(answers: Record<string, unknown> = {}) {
    const server = fakeServer({ 'GET /api/rules': { rules: [aldi, lidl] }, ...answers });
    renderApp(<RulesList />);
    return server;
  }
  const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent);

  test('shows each merchant with what its rule does [PD-73]', async () => {
    const answer = deferred<unknown>();
    show({ 'GET /api/rules': () => answer.promise });
    expect(document.querySelector('[aria-busy="true"]')).toBeTruthy();
    answer.resolve({ rules: [aldi, lidl] });
    await screen.findByText('Aldi');
    expect(rows()).toEqual([
      'Change the rule for Aldi Name it “Run” and don’t count it.Remove',
      'Change the rule for Lidl File it under Groceries.Remove',
    ]);
  });

  test('removes a rule, and Undo restores it [PD-73]', async () => {
    const server = show({ 'DELETE /api/rules': { success: true }, 'PUT /api/rules': aldi });
    await screen.findByText('Aldi');
    server.answer('GET /api/rules', { rules: [lidl] });
    await click('Remove the rule for Aldi');
    expect(await screen.findByText('Rule removed')).toBeTruthy();
    expect(server.requests.find(({ method }) => method === 'DELETE')?.url).toBe(
      '/api/rules?merchantKey=aldi',
    );
    await vi.waitFor(() => expect(screen.queryByText('Aldi')).toBeNull());
    server.answer('GET /api/rules', { rules: [aldi, lidl] });
    await click('Undo');
    expect(await screen.findByText('Rule restored')).toBeTruthy();
    expect(server.bodiesOf('PUT /api/rules')).toEqual([
      { merchantKey: 'aldi', merchant: 'Aldi', name: 'Run', category: null, counted: false },
    ]);
    expect(await screen.findByRole('button', { name: 'Remove the rule for Aldi' })).toBeTruthy();
  });

  test('a tap opens a rule, and its new settings replace the old ones, with Undo [PD-73]', async () => {
    const saved = { ...aldi, category: 'Groceries', name: null, counted: null } as const;
    const server = show({ 'PUT /api/rules': { ...saved, earlier: 0 } });
    await click('Change the rule for Aldi Name it “Run” and don’t count it.');
    const sheet = within(await screen.findByRole('dialog', { name: 'Rule for Aldi' }));
    const field = (name: string) => sheet.getByLabelText<HTMLInputElement>(name);
    expect(['Category', 'In your weeks', 'Name'].map((name) => field(name).value)).toEqual(['', 'no', 'Run']);
    fireEvent.change(field('Category'), { target: { value: 'Groceries' } });
    fireEvent.change(field('In your weeks'), { target: { value: '' } });
    fireEvent.change(field('Name'), { target: { value: ' ' } });
    await click('Save');
    expect(await screen.findByText('Rule saved')).toBeTruthy();
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    server.answer('PUT /api/rules', { ...aldi, earlier: 0 });
    await click('Undo');
    expect(await screen.findByText('Rule restored')).toBeTruthy();
    const of = { merchantKey: 'aldi', merchant: 'Aldi' };
    expect(server.bodiesOf('PUT /api/rules')).toEqual([
      { ...of, name: null, category: 'Groceries', counted: null },
      { ...of, name: 'Run', category: null, counted: false },
    ]);
  });

  test('a new rule takes a merchant of the user, and offers its earlier purchases [PD-73] [PD-93]', async () => {
    const merchants = [
      { merchantKey: 'starbucks', merchant: 'Starbucks', purchases: 73 },
      { merchantKey: 'lidl', merchant: 'Lidl', purchases: 1 },
    ];
    const rule = {
      merchantKey: 'starbucks',
      merchant: 'Starbucks',
      name: null,
      category: 'Dining',
      counted: null,
    };
    const server = show({
      'GET /api/rules/merchants': { merchants },
      'PUT /api/rules': { ...rule, earlier: 72 },
      'DELETE /api/rules': { success: true },
    });
    await screen.findByText('Aldi');
    await click('New rule');
    const field = await screen.findByLabelText<HTMLInputElement>('Merchant');
    const offered = async () =>
      within(await screen.findByRole('list', { name: 'Your merchants' }))
        .getAllByRole('button')
        .map((button) => button.textContent);
    expect(await offered()).toEqual(['Starbucks 73 purchases', 'Lidl 1 purchase']);
    await click('Save');
    expect(screen.getByText('Choose a merchant, or type its name.')).toBeTruthy();
    fireEvent.change(field, { target: { value: 'STAR' } });
    expect(await offered()).toEqual(['Starbucks 73 purchases']);
    await click('Starbucks 73 purchases');
    expect([field.value, document.activeElement]).toEqual(['Starbucks', screen.getByLabelText('Category')]);
    await click('Save');
    expect(screen.getByText(/^Choose what the rule does/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'Dining' } });
    await click('Save');
    expect(await screen.findByRole('button', { name: 'And 72 earlier ones' })).toBeTruthy();
    expect(server.bodiesOf('PUT /api/rules')).toEqual([rule]);
    await click('Undo');
    expect(await screen.findByText('Rule removed')).toBeTruthy();
    expect(server.requests.at(-2)?.url ?? '').toContain('/api/rules');
  });

  test('a new rule takes any name, and keeps what was typed until it is saved or canceled [PD-73]', async () => {
    show({ 'GET /api/rules/merchants': failing(400) });
    await screen.findByText('Aldi');
    const typed = async (name: string) => {
      await click('New rule');
      const field = await screen.findByLabelText<HTMLInputElement>('Merchant');
      const { value } = field;
      fireEvent.change(field, { target: { value: name } });
      return value;
    };
    expect(await typed('Lidl')).toBe('');
    expect(await screen.findByText('We couldn’t load your merchants.')).toBeTruthy();
    expect(screen.getByText('You have a rule for Lidl. Saving replaces it.')).toBeTruthy();
    await click('Close');
    expect(await typed('Edeka')).toBe('Lidl');
    await click('Cancel');
    expect(await typed('Rewe')).toBe('');
  });

  test('says how to make the first rule [PD-73]', async () => {
    show({ 'GET /api/rules': { rules: [] } });
    expect(await screen.findByText(/^No rules yet\./)).toBeTruthy();
  });

  test('that does not load can be tried again [PD-73]', async () => {
    const server = show({ 'GET /api/rules': failing(400) });
    expect(await screen.findByText('We couldn’t load your rules.')).toBeTruthy();
    server.answer('GET /api/rules', { rules: [lidl] });
    await click('Try again');
    expect(await screen.findByText('Lidl')).toBeTruthy();
  });
});
