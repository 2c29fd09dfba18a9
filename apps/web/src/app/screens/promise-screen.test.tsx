import { errorCatalogue } from '@oinkly/contract/errors';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import PromiseScreen from './promise-screen.tsx';

prepareEachTest();

beforeEach(() => vi.useFakeTimers({ now: new Date(2026, 5, 9, 9), toFake: ['Date'] }));

const TOKEN = '2026-06-08.sealed.key';
const POST = `POST /api/promises/${TOKEN}`;
const tap = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

function show(answer: unknown, token = TOKEN) {
  const server = fakeServer({ [POST]: answer });
  window.history.replaceState(null, '', `/in/${token}`);
  renderApp(<PromiseScreen />);
  return server;
}

test('opening the page of a mail changes nothing; a tap promises the week [PD-106]', async () => {
  const server = show({ success: true });
  await screen.findByRole('heading', { name: 'Are you keeping this week, Jun 8 - Jun 14?' });
  expect(server.requests).toEqual([]);
  await tap('I’m in');
  expect(await screen.findByRole('heading', { name: 'You’re in.' })).toBeTruthy();
});

test.each([
  // Where a new week begins earlier.
  ['2026-06-15.sealed.key', 'Are you keeping the week of Jun 15 - Jun 21?'],
  ['mistyped', 'Are you keeping this week?'],
])('the page of %s asks %s [PD-106]', async (token, title) => {
  show({ success: true }, token);
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
});

test('the mail of a week that is over says at once what the server would, and asks nothing [PD-106]', async () => {
  const server = show({ success: true }, '2026-06-01.sealed.key');
  await screen.findByRole('heading', { name: 'This mail’s week can’t be promised now' });
  expect(screen.getByText(errorCatalogue.PROMISE_NOT_OPEN.message)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'I’m in' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to home' })).toBeTruthy();
  expect(server.requests).toEqual([]);
});

test('an old mail and an unknown link say so, and a failure can be repeated [PD-106]', async () => {
  const server = show(failing(500));
  await tap('I’m in');
  server.answer(POST, failing(409, { message: 'Until Wednesday.', error_code: 'PROMISE_NOT_OPEN' }));
  await tap('Try again');
  expect(await screen.findByText('Until Wednesday.')).toBeTruthy();
  show(failing(404, { message: 'No', error_code: 'PROMISE_LINK_NOT_FOUND' }));
  await tap('I’m in');
  expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeTruthy();
});
