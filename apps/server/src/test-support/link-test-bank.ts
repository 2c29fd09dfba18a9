import type { HttpBrowser } from './http-browser.ts';

/** Goes from the first page of Hosted Link through a test bank with all accounts and back to the app. */
export async function connectTestBank(browser: HttpBrowser, bank = 'First Platypus Bank'): Promise<void> {
  await browser.submit('Continue');
  await browser.submit(bank);
  await browser.submit('Log in', { username: 'user_good', password: 'pass_good' });
  await browser.submit('Accounts to share');
  await browser.submit('Finish', {}, /oauth-redirect/);
}

export async function logInAtTestBank(browser: HttpBrowser, origin: string, bank?: string): Promise<string> {
  await browser.open(`${origin}/api/plaid/create-link-token`);
  await connectTestBank(browser, bank);
  return new URL(browser.url).searchParams.get('state') ?? '';
}

/** Throws when the app refuses it. */
export async function linkTestBank(browser: HttpBrowser, origin: string, bank?: string): Promise<void> {
  const state = await logInAtTestBank(browser, origin, bank);
  const { status, json } = await browser.call('POST', `${origin}/api/plaid/oauth-exchange`, { state });
  if (status !== 200) throw new Error(`Linking answered ${status}: ${JSON.stringify(json)}`);
}
