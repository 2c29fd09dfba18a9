import type { HttpVisitor } from './http-visitor.ts';

/** Walks from the first page of Hosted Link through a test bank, with all of its accounts, back to where the product is reached again. */
export async function connectTestBank(visitor: HttpVisitor, bank = 'First Platypus Bank'): Promise<void> {
  await visitor.submit('Continue');
  await visitor.submit(bank);
  await visitor.submit('Log in', { username: 'user_good', password: 'pass_good' });
  await visitor.submit('Accounts to share');
  await visitor.submit('Finish', {}, /oauth-redirect/);
}
