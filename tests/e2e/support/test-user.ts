import type { SyncStatus } from '@oinkly/contract/banking';
import type { APIRequestContext } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { BANK_CREDENTIALS, PASSWORD } from './constants.ts';

/** A user with a session but no page. */
export interface TestUser {
  email: string;
  /** Calls the API with the user's session. */
  call: (method: string, path: string, body?: object) => Promise<unknown>;
  /** Links First Platypus Bank by API and waits for `days` days of history. */
  linkBank: (days: number) => Promise<void>;
}

/** Signs up on the provider's pages; the session is in the cookies of `request`. */
export async function signUp(request: APIRequestContext, origin: string): Promise<TestUser> {
  const email = `ana-${randomBytes(6).toString('hex')}@example.org`;
  const login = await request.get(`${origin}/api/login`);
  const answer = await request.post(`${login.url()}/sign-up`, {
    form: { email, password: PASSWORD },
    headers: { 'sec-fetch-site': 'same-origin', origin },
  });
  if (!answer.ok()) throw new Error(`Signing up answered ${answer.status()}: ${await answer.text()}`);
  return userWith(request, origin, email);
}

/** Completes onboarding: Ana, $125 a week, Los Angeles. */
export async function finishOnboarding(user: TestUser): Promise<void> {
  await user.call('PUT', '/api/users', {
    fullName: 'Ana',
    weeklyBudget: 125,
    signupCompleted: true,
    timeZone: 'America/Los_Angeles',
  });
}

/** The user of the cookies in `request`. */
export function userWith(request: APIRequestContext, origin: string, email: string): TestUser {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await request.fetch(`${origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      ...(body && { data: body }),
    });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return response.json();
  };
  return {
    email,
    call,
    linkBank: async (days) => {
      const created = await request.post(`${origin}/plaid-emulator/sandbox/public_token/create`, {
        data: {
          client_id: BANK_CREDENTIALS.clientId,
          secret: BANK_CREDENTIALS.secret,
          institution_id: 'ins_109508',
          initial_products: ['transactions'],
          options: { transactions: { days_requested: days } },
        },
      });
      const { public_token: publicToken } = (await created.json()) as { public_token: string };
      await call('POST', '/api/plaid/exchange-token', { public_token: publicToken });
      await untilImported(call);
    },
  };
}

/** Calls that wait continue the import (PD-41), so call until every connection has synced. */
async function untilImported(call: TestUser['call']): Promise<void> {
  for (let round = 1; ; round += 1) {
    await call('POST', '/api/auto-import-transactions');
    const { connections } = (await call('GET', '/api/plaid/sync-status')) as SyncStatus;
    if (connections.every((connection) => connection.stage === 'done')) return;
    console.warn(`The import is not over after round ${round}:`, JSON.stringify(connections));
  }
}
