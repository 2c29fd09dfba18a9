import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { prepareEachTest, renderApp } from '../test-support/render-app.tsx';
import { Navigation } from './navigation.tsx';

prepareEachTest();

test.each([
  ['/', 'Home', 'page'],
  ['/weeks/2026-06-01', 'Home', 'true'],
  ['/insights', 'Home', 'true'],
  ['/expenses', 'Expenses', 'page'],
  ['/expenses/import', 'Expenses', 'true'],
  ['/rules', 'Expenses', 'true'],
  ['/friends', 'Friends', 'page'],
  ['/accounts', 'Account', 'true'],
  ['/notifications', 'Account', 'true'],
  ['/my-account/security', 'Account', 'true'],
])('on %s the link %s is marked as the current one [RT-15]', (path, name, current) => {
  window.history.replaceState(null, '', path);
  renderApp(<Navigation onAdd={() => undefined} unread={0} />);
  const marked = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
  expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    [name, current],
  ]);
});

test('on a page that belongs to no link none is marked [RT-15]', () => {
  window.history.replaceState(null, '', '/nope');
  renderApp(<Navigation onAdd={() => undefined} unread={0} />);
  expect(screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))).toEqual([]);
});
