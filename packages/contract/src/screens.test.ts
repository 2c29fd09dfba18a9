import { expect, test } from 'vitest';
import { guardedScreenAt, isOpenToEveryone, openScreenAt } from './screens.ts';

const done = { signupCompleted: true };
const newcomer = { signupCompleted: false };

test.each([
  ['/', 'dashboard'],
  ['/accounts', 'accounts'],
  ['/my-account', 'my-account'],
  ['/my-account/data', 'data'],
  ['/my-account/security', 'security'],
  ['/expenses', 'expenses'],
  ['/expenses/import', 'import'],
  ['/friends', 'friends'],
  ['/insights', 'insights'],
  ['/notifications', 'notifications'],
  ['/rules', 'rules'],
  ['/friends/seen', 'seen'],
  ['/signup-flow', 'signup-flow'],
  ['/my-account/', 'my-account'],
  ['/weeks/2026-06-01', 'week'],
])('with completed signup, %s shows %s [RT-2] [RT-3] [RT-4] [RT-5] [RT-7]', (path, screen) => {
  expect(guardedScreenAt(path, done)).toBe(screen);
});

test.each([
  '/nope',
  '/expenses/12',
  '/weeks',
  '/weeks/2026-06-01/x',
  '/My-Account',
  '/__proto__',
  '/constructor',
])('with completed signup, %s is not found [RT-8]', (path) => {
  expect(guardedScreenAt(path, done)).toBe('not-found');
});

test.each(['/', '/my-account', '/nope', '/signup-flow'])(
  'without completed signup, %s shows the signup flow [RT-9]',
  (path) => {
    expect(guardedScreenAt(path, newcomer)).toBe('signup-flow');
  },
);

test.each(['/', '/my-account', '/nope', '/signup-flow'])(
  'signed out, %s shows the welcome screen [RT-1] [RT-10]',
  (path) => {
    expect(guardedScreenAt(path, null)).toBe('welcome');
  },
);

test.each(['/accessibility', '/oauth-redirect', '/goodbye', '/onboarding-preview', '/privacy'])(
  '%s is public [RT-6]',
  (path) => {
    expect(openScreenAt(path)).toBe(path.slice(1));
    expect(isOpenToEveryone(path)).toBe(true);
  },
);

test.each(['/invite/code', '/invite/x_-9/'])('%s is an invitation, open to everyone [PD-27]', (path) => {
  expect(openScreenAt(path)).toBe('invite');
});

test.each(['/invite', '/invite/', '/invite/a/b', '/invites/a'])('%s is no invitation', (path) => {
  expect(openScreenAt(path)).toBeNull();
});

test.each([
  ['/in/abc-DEF_123.a2V5', 'promise'],
  ['/unsubscribe/abc', 'unsubscribe'],
  ['/guest/abc', 'guest'],
] as const)('the page of a link, %s, is open to everyone [PD-106] [PD-103]', (path, screen) => {
  expect(openScreenAt(path)).toBe(screen);
});

test.each(['/m/abc-DEF_123', '/m/abc-DEF_123/'])(
  '%s is the public map of this link [D-8] [PD-28]',
  (path) => {
    expect(openScreenAt(path)).toBe('shared-map');
    expect(isOpenToEveryone(path)).toBe(true);
  },
);

test.each(['/c/abc-DEF_123', '/c/abc-DEF_123/'])(
  '%s is the public circle of this link [D-8] [PD-107]',
  (path) => {
    expect(openScreenAt(path)).toBe('shared-circle');
    expect(isOpenToEveryone(path)).toBe(true);
  },
);

test.each(['/c', '/c/a/b', '/m', '/m/', '/m/a/b', '/ma', '/x/m/a', '/M/a', '/'])(
  '%s is not public',
  (path) => {
    expect(openScreenAt(path)).toBeNull();
  },
);
