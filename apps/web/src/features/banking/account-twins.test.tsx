import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { AccountTwins } from './account-twins.tsx';

prepareEachTest();

const TWINS = 'GET /api/bank-twins';
const CHOOSE = 'POST /api/bank-twins/t1';
const side = (provider: string, providerName: string) => ({
  provider,
  provider_name: providerName,
  institution_name: 'First Bank',
});
const everyday = { name: 'Everyday', mask: '1111' };
const visa = { name: 'Visa', mask: '2222' };
const twin = {
  id: 't1',
  kind: 'connected-twice',
  older: side('plaid', 'Plaid'),
  younger: side('simplefin', 'SimpleFIN'),
  accounts: [{ older: everyday, younger: everyday }],
};

function Page() {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        Connected Accounts
      </h2>
      <AccountTwins focusFallback={heading} />
    </>
  );
}

function show(answers: Record<string, unknown> = {}) {
  const server = fakeServer({ [TWINS]: { twins: [twin] }, [CHOOSE]: { success: true }, ...answers });
  renderApp(<Page />);
  return server;
}

test('an account that is connected twice is named with both ways', async () => {
  show();
  expect(
    await screen.findByText(
      /^Everyday ending in 1111 seems to be connected twice: through Plaid and SimpleFIN\. Purchases count once\./,
    ),
  ).toBeTruthy();
});

test.each([
  ['Use SimpleFIN', 'younger'],
  ['Keep Plaid', 'older'],
  ['They are two accounts', 'both'],
])('%s makes the choice, and the notice leaves with the focus kept', async (label, choice) => {
  const server = show();
  const button = await screen.findByRole('button', { name: label });
  button.focus();
  server.answer(TWINS, { twins: [] });
  fireEvent.click(button);
  await waitFor(() => expect(screen.queryByText(/connected twice/)).toBeNull());
  expect(server.bodiesOf(CHOOSE)).toEqual([{ choice }]);
  expect(document.activeElement).toBe(screen.getByRole('heading'));
});

test('a choice that fails says so, and the notice stays', async () => {
  show({ [CHOOSE]: failing(503, {}) });
  fireEvent.click(await screen.findByRole('button', { name: 'Keep Plaid' }));
  expect(await screen.findByText('We couldn’t save your choice. Please try again.')).toBeTruthy();
  expect(screen.getByText(/connected twice/)).toBeTruthy();
});

test('two connections of one provider are called old and new', async () => {
  show({ [TWINS]: { twins: [{ ...twin, younger: twin.older }] } });
  expect(await screen.findByText(/connected twice through Plaid\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Use the new connection' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Keep the old connection' })).toBeTruthy();
});

test('a bank with several accounts is one question, which names them', async () => {
  const savings = { name: 'Savings (3333)', mask: '3333' };
  const accounts = [everyday, visa, savings].map((one) => ({ older: one, younger: one }));
  show({ [TWINS]: { twins: [{ ...twin, accounts }] } });
  expect(
    await screen.findByText(
      /^Everyday ending in 1111, Visa ending in 2222, and Savings \(3333\) at First Bank seem to be connected twice: /,
    ),
  ).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'They are different accounts' })).toBeTruthy();
});

test.each([
  [
    'new-card',
    /^Visa ending in 5555 looks like the new card of Visa ending in 2222, .* Its purchases stay\.$/,
    'It’s the new card',
    'They are two cards',
    'younger',
  ],
  [
    'same-purchases',
    /^Visa ending in 2222 reports the same purchases as Visa ending in 5555\. .* Visa ending in 5555 leaves this page\./,
    'They are one account',
    'They are two accounts',
    'older',
  ],
])('%s asks whether the old account may leave (report 15)', async (kind, question, one, two, choice) => {
  const accounts = [{ older: visa, younger: { ...visa, mask: '5555' } }];
  const server = show({ [TWINS]: { twins: [{ ...twin, kind, younger: twin.older, accounts }] } });
  expect(await screen.findByText(question)).toBeTruthy();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([one, two]);
  fireEvent.click(screen.getByRole('button', { name: one }));
  await waitFor(() => expect(server.bodiesOf(CHOOSE)).toEqual([{ choice }]));
});

test('without such accounts, nothing is shown', async () => {
  const server = show({ [TWINS]: { twins: [] } });
  await waitFor(() => expect(server.requests).toHaveLength(1));
  expect(screen.queryByText(/connected/)).toBeNull();
});
