import { HttpBrowser } from '@oinkly/server/test-support/http-browser';

export async function signUp(origin: string, email: string): Promise<HttpBrowser> {
  const browser = await new HttpBrowser().open(`${origin}/api/login`);
  await browser.open(browser.link('Create an account'));
  await browser.submit('Create an account', { email, password: 'a quiet brass trumpet' }, /localhost:\d+\/$/);
  return browser;
}
