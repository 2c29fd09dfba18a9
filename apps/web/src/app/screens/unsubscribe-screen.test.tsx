import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import UnsubscribeScreen from './unsubscribe-screen.tsx';

prepareEachTest();

const POST = 'POST /unsubscribe/abc';
const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

function show(answer: unknown) {
  const server = fakeServer({ [POST]: answer });
  window.history.replaceState(null, '', '/unsubscribe/abc');
  renderApp(<UnsubscribeScreen />);
  return server;
}

test('opening the page changes nothing; a click ends the mail', async () => {
  const server = show({ success: true });
  await screen.findByRole('heading', { name: 'Stop the Monday mail?' });
  expect(server.requests).toEqual([]);
  await click('Unsubscribe');
  expect(await screen.findByRole('heading', { name: 'The Monday mail is off' })).toBeTruthy();
});

test('an unknown link says so, and a failure can be repeated', async () => {
  const server = show(failing(500));
  await click('Unsubscribe');
  server.answer(POST, failing(404, { message: 'No', error_code: 'UNSUBSCRIBE_LINK_NOT_FOUND' }));
  await click('Try again');
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
});
