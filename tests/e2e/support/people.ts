import type { SyncStatus } from '@oinkly/contract/endpoints';
import type { APIRequestContext } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { BANK_CREDENTIALS, PASSWORD } from './constants.ts';

/** Somebody with a session, without a page yet. */
export interface Visitor {
  email: string;
  /** Calls the API with the person's own session. */
  call: (method: string, path: string, body?: object) => Promise<unknown>;
  /** Links First Platypus Bank through the API and waits for the import of so many days. */
  linkBank: (days: number) => Promise<void>;
}

/** Signs a new person up on the provider's own pages; the session lands in the cookies of `request`. */
export async function signUp(request: APIRequestContext, origin: string): Promise<Visitor> {
  const email = `ana-${randomBytes(6).toString('hex')}@example.org`;
  const login = await request.get(`${origin}/api/login`);
  const answer = await request.post(`${login.url()}/sign-up`, {
    form: { email, password: PASSWORD },
    headers: { 'sec-fetch-site': 'same-origin', origin },
  });
  if (!answer.ok()) throw new Error(`Signing up answered ${answer.status()}: ${await answer.text()}`);
  return visitorWith(request, origin, email);
}

/** Lets a newcomer finish onboarding: Ana, a weekly budget of $125, in Los Angeles. */
export async function finishOnboarding(visitor: Visitor): Promise<void> {
  await visitor.call('PUT', '/api/users', {
    fullName: 'Ana',
    weeklyBudget: 125,
    signupCompleted: true,
    timeZone: 'America/Los_Angeles',
  });
}

/** The person whose session the cookies of `request` hold. */
export function visitorWith(request: APIRequestContext, origin: string, email: string): Visitor {
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

/** The import goes on when a call has waited long enough for it (PD-41): ask until every connection has been read. */
async function untilImported(call: Visitor['call']): Promise<void> {
  for (let round = 1; ; round += 1) {
    await call('POST', '/api/auto-import-transactions');
    const { connections } = (await call('GET', '/api/plaid/sync-status')) as SyncStatus;
    if (connections.every((connection) => connection.stage === 'done')) return;
    console.warn(`The import is not over after round ${round}:`, JSON.stringify(connections));
  }
}
