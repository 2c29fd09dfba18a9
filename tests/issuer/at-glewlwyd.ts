import type { HttpVisitor } from '@oinkly/server/test-support/http-visitor';
import { expect } from 'vitest';
import type { GlewlwydAccount } from './glewlwyd.ts';

// Replaces glewlwyd's JavaScript pages by their HTTP calls.

/** The application's callback. */
export const CALLBACK = /\/api\/login\/callback\?/;

/** Whether the page asks a logged-in visitor for the password again. */
export function isAskedAgain(visitor: HttpVisitor): boolean {
  const page = loginPage(visitor);
  return page.searchParams.has('refresh_login');
}

/** Enters the password and continues, up to an address that matches `stopAt`. */
export async function giveWords(
  visitor: HttpVisitor,
  account: GlewlwydAccount,
  stopAt?: RegExp,
): Promise<HttpVisitor> {
  const page = loginPage(visitor);
  const words = { username: account.username, password: account.password };
  expect((await visitor.call('POST', `${page.origin}/api/auth/`, words)).status).toBe(200);
  const client = page.searchParams.get('client_id') ?? '';
  const granted = await visitor.call('PUT', `${page.origin}/api/auth/grant/${client}`, {
    scope: 'openid email',
  });
  expect(granted.status).toBe(200);
  return goOn(visitor, stopAt);
}

/** Continues with the issuer's session. */
export async function goOn(visitor: HttpVisitor, stopAt?: RegExp): Promise<HttpVisitor> {
  const next = new URL(loginPage(visitor).searchParams.get('callback_url') ?? '');
  next.searchParams.set('g_continue', '');
  return visitor.visit(next.href, stopAt && { stopAt });
}

/** Confirms the sign-out and returns to the application. */
export async function signOutThere(visitor: HttpVisitor): Promise<HttpVisitor> {
  const page = loginPage(visitor);
  expect(page.searchParams.get('prompt')).toBe('end_session');
  const session = `${page.origin}/api/oidc/session/${page.searchParams.get('sid') ?? ''}`;
  expect((await visitor.call('DELETE', session)).status).toBe(200);
  expect((await visitor.call('DELETE', `${page.origin}/api/auth/`)).status).toBe(200);
  return visitor.visit(page.searchParams.get('callback_url') ?? '');
}

function loginPage(visitor: HttpVisitor): URL {
  const page = new URL(visitor.url);
  expect([visitor.status, page.pathname]).toEqual([200, '/login.html']);
  return page;
}
