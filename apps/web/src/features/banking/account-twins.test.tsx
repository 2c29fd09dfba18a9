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
  name: 'Everyday',
  mask: '1111',
});
const twin = { id: 't1', older: side('plaid', 'Plaid'), younger: side('simplefin', 'SimpleFIN') };

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
      /^Everyday ••1111 seems to be connected twice: through Plaid and SimpleFIN\. Purchases count once\./,
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
  show({ [TWINS]: { twins: [{ ...twin, younger: { ...twin.older, mask: null } }] } });
  expect(await screen.findByText(/connected twice through Plaid\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Use the new connection' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Keep the old connection' })).toBeTruthy();
});

test('without such accounts, nothing is shown', async () => {
  const server = show({ [TWINS]: { twins: [] } });
  await waitFor(() => expect(server.requests).toHaveLength(1));
  expect(screen.queryByText(/connected/)).toBeNull();
});
