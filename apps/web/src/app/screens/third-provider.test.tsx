import type { ProviderConfig } from '@oinkly/contract/runtime-config';
import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserNavigation } from '../../shared/http/browser-navigation.ts';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import { fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { aUser } from '../../test-support/wire.ts';
import AccountsScreen from './accounts-screen.tsx';
import SignupFlowScreen from './signup-flow-screen.tsx';

/* A provider that the browser's code does not know is offered because the server lists it. */

prepareEachTest();

const LARDER: ProviderConfig = { id: 'larder', name: 'Larder', connect: 'pages', linkLimit: null };
const SIMPLEFIN: ProviderConfig = {
  id: 'simplefin',
  name: 'SimpleFIN',
  connect: 'token',
  about: 'SimpleFIN reaches most banks.',
  tokenPageUrl: 'https://simplefin.example/create',
  testTokenPageUrl: null,
  linkLimit: null,
};
const [PLAID, ...more] = runtimeConfig.providers;

let leftFor: string[];
beforeEach(() => {
  leftFor = [];
  vi.spyOn(browserNavigation, 'leaveFor').mockImplementation((path) => void leftFor.push(path));
});
afterEach(() => {
  runtimeConfig.providers = [PLAID, ...more];
});

const EXPIRED = {
  item_id: 'i1',
  institution_name: 'First Bank',
  status: 'login_required',
  error_message: 'Your bank wants you to log in again.',
  error_code: 'BANK_LOGIN_REQUIRED',
  last_synced_at: null,
  problems: [],
};

/** Only Larder has a connection. */
function show(page: ReactElement) {
  const answers: Record<string, unknown> = {
    'GET /api/bank-twins': { twins: [] },
    'GET /api/auth/user': aUser(),
  };
  for (const { id } of runtimeConfig.providers) {
    const items = id === 'larder' ? [EXPIRED] : [];
    answers[`GET /api/${id}/connections`] = items;
    answers[`GET /api/${id}/accounts`] = { accounts: [], items, connected_items: items.length };
    answers[`GET /api/${id}/transaction-stats`] = { stats: [], total_transactions: 0 };
    answers[`GET /api/${id}/sync-status`] = { connections: [] };
  }
  fakeServer(answers);
  renderApp(page);
}

const newcomer = aUser({ fullName: 'Ana', weeklyBudget: 80, bankLinked: false, signupCompleted: false });

test('onboarding offers a third provider by its name, and leads to its pages [ONB-4]', () => {
  runtimeConfig.providers = [PLAID, SIMPLEFIN, LARDER];
  show(<SignupFlowScreen user={newcomer} />);
  expect(screen.getByRole('button', { name: 'Continue Securely with Plaid' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Connect with SimpleFIN' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Connect with Larder' }));
  expect(leftFor).toEqual(['/api/larder/create-link-token']);
});

test('onboarding names the only provider [ONB-4]', () => {
  runtimeConfig.providers = [LARDER];
  show(<SignupFlowScreen user={newcomer} />);
  fireEvent.click(screen.getByRole('button', { name: 'Continue Securely with Larder' }));
  expect(leftFor).toEqual(['/api/larder/create-link-token']);
});

test('the accounts page offers a third provider by its name, and repairs its connections there', async () => {
  runtimeConfig.providers = [PLAID, SIMPLEFIN, LARDER];
  show(<AccountsScreen />);
  fireEvent.click(await screen.findByRole('button', { name: 'Connect with Larder' }));
  const card = (await screen.findByText('First Bank')).closest('li');
  if (!card) throw new Error('The connection has no card');
  fireEvent.click(within(card).getByRole('button', { name: 'Reconnect First Bank' }));
  expect(leftFor).toEqual(['/api/larder/create-link-token', '/api/larder/create-link-token?itemId=i1']);
});

test('the accounts page connects banks at the only provider', async () => {
  runtimeConfig.providers = [LARDER];
  show(<AccountsScreen />);
  fireEvent.click(await screen.findByRole('button', { name: 'Connect Bank Account' }));
  expect(leftFor).toEqual(['/api/larder/create-link-token']);
});
