import { expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { warnOfOpenSignUp } from './open-sign-up.ts';

test.each([
  [{ SIGN_UP: 'open' }, 0],
  [{ PUBLIC_URL: 'https://oinkly.example' }, 0],
  [{ SIGN_UP: 'open', PUBLIC_URL: 'https://oinkly.example' }, 1],
])('with %j, open sign-up gets %i warnings [SEC-26]', (settings, count) => {
  const warn = vi.fn();
  warnOfOpenSignUp(readConfig({ DATA_DIR: '/nowhere', ...settings }), { warn });
  expect(warn).toHaveBeenCalledTimes(count);
});
