import { expect } from 'vitest';
import type { HttpVisitor } from './http-visitor.ts';

/** Walks from the first page of Hosted Link through a test bank, with all of its accounts, back to where the product is reached again. */
export async function connectTestBank(visitor: HttpVisitor, bank = 'First Platypus Bank'): Promise<void> {
  await visitor.submit('Continue');
  await visitor.submit(bank);
  await visitor.submit('Log in', { username: 'user_good', password: 'pass_good' });
  await visitor.submit('Accounts to share');
  await visitor.submit('Finish', {}, /oauth-redirect/);
}

/** Links a test bank in a person's name, from the press of the button to its return. */
export async function linkTestBank(visitor: HttpVisitor, origin: string): Promise<void> {
  await visitor.visit(`${origin}/api/plaid/create-link-token`);
  await connectTestBank(visitor);
  const state = new URL(visitor.url).searchParams.get('state');
  expect(await visitor.call('POST', `${origin}/api/plaid/oauth-exchange`, { state })).toMatchObject({
    status: 200,
  });
}
