import type { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { expect } from 'vitest';
import type { GlewlwydAccount } from './glewlwyd.ts';

// Replaces glewlwyd's JavaScript pages by their HTTP calls.

/** The application's callback. */
export const CALLBACK = /\/api\/login\/callback\?/;

/** Whether the page asks a logged-in user for the password again. */
export function isAskedAgain(browser: HttpBrowser): boolean {
  const page = loginPage(browser);
  return page.searchParams.has('refresh_login');
}

/** Enters the password and continues, up to an address that matches `stopAt`. */
export async function giveWords(
  browser: HttpBrowser,
  account: GlewlwydAccount,
  stopAt?: RegExp,
): Promise<HttpBrowser> {
  const page = loginPage(browser);
  const words = { username: account.username, password: account.password };
  expect((await browser.call('POST', `${page.origin}/api/auth/`, words)).status).toBe(200);
  const client = page.searchParams.get('client_id') ?? '';
  const granted = await browser.call('PUT', `${page.origin}/api/auth/grant/${client}`, {
    scope: 'openid email',
  });
  expect(granted.status).toBe(200);
  return goOn(browser, stopAt);
}

/** Continues with the issuer's session. */
export async function goOn(browser: HttpBrowser, stopAt?: RegExp): Promise<HttpBrowser> {
  const next = new URL(loginPage(browser).searchParams.get('callback_url') ?? '');
  next.searchParams.set('g_continue', '');
  return browser.open(next.href, stopAt && { stopAt });
}

/** Confirms the sign-out and returns to the application. */
export async function signOutThere(browser: HttpBrowser): Promise<HttpBrowser> {
  const page = loginPage(browser);
  expect(page.searchParams.get('prompt')).toBe('end_session');
  const session = `${page.origin}/api/oidc/session/${page.searchParams.get('sid') ?? ''}`;
  expect((await browser.call('DELETE', session)).status).toBe(200);
  expect((await browser.call('DELETE', `${page.origin}/api/auth/`)).status).toBe(200);
  return browser.open(page.searchParams.get('callback_url') ?? '');
}

function loginPage(browser: HttpBrowser): URL {
  const page = new URL(browser.url);
  expect([browser.status, page.pathname]).toEqual([200, '/login.html']);
  return page;
}
