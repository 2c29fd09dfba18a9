import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { prepareEachTest, renderApp } from '../test-support/render-app.tsx';
import { screens } from './lazy-screens.ts';
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
  ['/friends/seen', 'Friends', 'true'],
  ['/accounts', 'Account', 'true'],
  ['/notifications', 'Account', 'true'],
  ['/my-account/security', 'Account', 'true'],
])('on %s the link %s is marked as the current one [RT-15]', (path, name, current) => {
  window.history.replaceState(null, '', path);
  renderApp(<Navigation onAdd={() => undefined} unreadFriends={0} bankProblem={null} />);
  const marked = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
  expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    [name, current],
  ]);
});

test('on a page that belongs to no link none is marked [RT-15]', () => {
  window.history.replaceState(null, '', '/nope');
  renderApp(<Navigation onAdd={() => undefined} unreadFriends={0} bankProblem={null} />);
  expect(screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))).toEqual([]);
});

test('a bank that waits for its owner marks the tabs that lead to it [PD-84]', () => {
  const marked = (path: string) => {
    window.history.replaceState(null, '', path);
    const view = renderApp(
      <Navigation
        onAdd={() => undefined}
        unreadFriends={0}
        bankProblem="Platypus needs you to log in again."
      />,
    );
    const names = screen
      .getAllByRole('img', { name: 'Platypus needs you to log in again.' })
      .map((mark) => mark.closest('a')?.textContent);
    view.unmount();
    return names;
  };
  expect(marked('/')).toEqual(['Account']);
  expect(marked('/expenses')).toEqual(['Home', 'Account']);
});

test('friends who joined have a dot of their own [PD-86]', () => {
  renderApp(<Navigation onAdd={() => undefined} unreadFriends={2} bankProblem={null} />);
  expect(screen.getByRole('link', { name: /Friends ?2 new/ })).toBeTruthy();
});

test.each([
  ['Home', 'dashboard'],
  ['Expenses', 'expenses'],
  ['Friends', 'friends'],
  ['Account', 'my-account'],
] as const)('pressing %s loads its screen before the finger is up', (name, tab) => {
  const preload = vi.spyOn(screens[tab], 'preload').mockResolvedValue(null);
  renderApp(<Navigation onAdd={() => undefined} unreadFriends={0} bankProblem={null} />);
  expect(preload).not.toHaveBeenCalled();
  fireEvent.pointerDown(screen.getByRole('link', { name }));
  expect(preload).toHaveBeenCalledOnce();
});
