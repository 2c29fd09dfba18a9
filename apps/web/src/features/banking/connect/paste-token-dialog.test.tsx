import type { ProviderConfig } from '@oinkly/contract/runtime-config';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { runtimeConfig } from '../../../shared/http/runtime-config.ts';
import { failing, fakeServer } from '../../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../../test-support/render-app.tsx';
import { aUser } from '../../../test-support/wire.ts';
import { ConnectButton } from './connect-button.tsx';

prepareEachTest();

const EXCHANGE = 'POST /api/simplefin/exchange-token';
const SIMPLEFIN: ProviderConfig = {
  id: 'simplefin',
  name: 'SimpleFIN',
  connect: 'token',
  about: 'You pay SimpleFIN $1.50 a month.',
  tokenPageUrl: 'https://bridge.example/create',
  testTokenPageUrl: null,
  linkLimit: null,
};
const PLAID: ProviderConfig = { id: 'plaid', name: 'Plaid', connect: 'pages', linkLimit: null };
const TOKEN = window.btoa('https://bridge.example/claim/1');

const usual = runtimeConfig.providers;
afterEach(() => {
  runtimeConfig.providers = usual;
});

async function open(answers: Record<string, unknown> = {}, { isUsual = false } = {}) {
  runtimeConfig.providers = isUsual ? [SIMPLEFIN] : [PLAID, SIMPLEFIN];
  const server = fakeServer({
    'GET /api/auth/user': aUser(),
    [EXCHANGE]: { success: true, institutionName: 'First Bank, Second Bank' },
    ...answers,
  });
  const onConnected = vi.fn();
  renderApp(<ConnectButton onConnected={onConnected} />);
  const name = isUsual ? 'Connect Bank Account' : 'Other ways to connect';
  fireEvent.click(screen.getByRole('button', { name }));
  await screen.findByRole('dialog', { name: 'Connect with SimpleFIN' });
  return { server, onConnected };
}
const connect = (text: string) => {
  fireEvent.change(screen.getByLabelText('Setup token'), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
};

test('a pasted token is sent without white space, and the banks are named', async () => {
  const { server, onConnected } = await open();
  connect(` ${TOKEN.slice(0, 8)}\n${TOKEN.slice(8)} `);
  expect(await screen.findByText('Ready to track your spending: First Bank, Second Bank.')).toBeTruthy();
  expect(server.bodiesOf(EXCHANGE)).toEqual([{ public_token: TOKEN }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onConnected).toHaveBeenCalledOnce();
});

test.each(['', 'hello', window.btoa('no address')])('%j is no setup token and is not sent', async (text) => {
  const { server } = await open();
  connect(text);
  expect(
    await screen.findByText('This isn’t a setup token. Copy the whole token from SimpleFIN.'),
  ).toBeTruthy();
  expect(server.bodiesOf(EXCHANGE)).toEqual([]);
});

test('a refusal is shown at the field, and the token stays', async () => {
  await open({ [EXCHANGE]: failing(400, { message: 'Disable it.', error_code: 'SETUP_TOKEN_REFUSED' }) });
  connect(TOKEN);
  expect(await screen.findByText('Disable it.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Setup token').value).toBe(TOKEN);
});

test('without another provider, the usual button opens it', async () => {
  await open({}, { isUsual: true });
  expect(screen.getByRole('link', { name: /^Create a setup token/ }).getAttribute('href')).toBe(
    'https://bridge.example/create',
  );
  expect(screen.queryByText('Other ways to connect')).toBeNull();
});
