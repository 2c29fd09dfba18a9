import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { aUser } from '../../test-support/wire.ts';
import AccountsScreen from './accounts-screen.tsx';
import ImportScreen from './import-screen.tsx';
import NotificationsScreen from './notifications-screen.tsx';
import RulesScreen from './rules-screen.tsx';

prepareEachTest();

test.each([
  ['rules', <RulesScreen key="rules" />, 'Back to expenses', '/expenses'],
  ['import', <ImportScreen key="import" />, 'Back to expenses', '/expenses'],
  ['bank accounts', <AccountsScreen key="a" />, 'Back to my account', '/my-account'],
  ['notifications', <NotificationsScreen key="n" user={aUser()} />, 'Back to my account', '/my-account'],
])('the page “%s” has a link to the page above it', async (_, page, name, href) => {
  fakeServer({});
  renderApp(page);
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
});
