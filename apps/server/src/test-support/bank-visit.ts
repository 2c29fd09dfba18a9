import type { HttpVisitor } from './http-visitor.ts';

/** Walks from the first page of Hosted Link through a test bank, with all of its accounts, back to where the product is reached again. */
export async function connectTestBank(visitor: HttpVisitor, bank = 'First Platypus Bank'): Promise<void> {
  await visitor.submit('Continue');
  await visitor.submit(bank);
  await visitor.submit('Log in', { username: 'user_good', password: 'pass_good' });
  await visitor.submit('Accounts to share');
  await visitor.submit('Finish', {}, /oauth-redirect/);
}

/** Goes to a test bank and back, from the press of the button on. Returns the state that the linking is finished with. */
export async function visitTestBank(visitor: HttpVisitor, origin: string, bank?: string): Promise<string> {
  await visitor.visit(`${origin}/api/plaid/create-link-token`);
  await connectTestBank(visitor, bank);
  return new URL(visitor.url).searchParams.get('state') ?? '';
}

/** Links a test bank in a person's name. Throws when the app refuses it. */
export async function linkTestBank(visitor: HttpVisitor, origin: string, bank?: string): Promise<void> {
  const state = await visitTestBank(visitor, origin, bank);
  const { status, json } = await visitor.call('POST', `${origin}/api/plaid/oauth-exchange`, { state });
  if (status !== 200) throw new Error(`Linking answered ${status}: ${JSON.stringify(json)}`);
}
