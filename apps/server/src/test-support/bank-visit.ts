import type { HttpVisitor } from './http-visitor.ts';

/** Goes from the first page of Hosted Link through a test bank with all accounts and back to the app. */
export async function connectTestBank(visitor: HttpVisitor, bank = 'First Platypus Bank'): Promise<void> {
  await visitor.submit('Continue');
  await visitor.submit(bank);
  await visitor.submit('Log in', { username: 'user_good', password: 'pass_good' });
  await visitor.submit('Accounts to share');
  await visitor.submit('Finish', {}, /oauth-redirect/);
}

/** Goes to a test bank and back. Returns the state that finishes the linking. */
export async function visitTestBank(visitor: HttpVisitor, origin: string, bank?: string): Promise<string> {
  await visitor.visit(`${origin}/api/plaid/create-link-token`);
  await connectTestBank(visitor, bank);
  return new URL(visitor.url).searchParams.get('state') ?? '';
}

/** Throws when the app refuses it. */
export async function linkTestBank(visitor: HttpVisitor, origin: string, bank?: string): Promise<void> {
  const state = await visitTestBank(visitor, origin, bank);
  const { status, json } = await visitor.call('POST', `${origin}/api/plaid/oauth-exchange`, { state });
  if (status !== 200) throw new Error(`Linking answered ${status}: ${JSON.stringify(json)}`);
}
