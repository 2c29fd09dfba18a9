import { Authenticator } from './authenticator.ts';
import type { Browser, BrowserPage } from './browser.ts';
import { ISSUER } from './relying-party.ts';

interface Options {
  challenge: string;
  rpId?: string;
  rp?: { id: string };
  user?: { id: string };
  allowCredentials?: { id: string }[];
}

/** The page's WebAuthn options; undefined without a passkey button. */
export function passkeyOptionsOf({ text }: Pick<BrowserPage, 'text'>): Options | undefined {
  const json = /data-options="([^"]*)"/.exec(text)?.[1];
  return json === undefined ? undefined : (JSON.parse(json.replaceAll('&quot;', '"')) as Options);
}

/** What the authenticator receives. */
export function requestOf(
  page: Pick<BrowserPage, 'text' | 'url'>,
  origin = new URL(ISSUER).origin,
): {
  challenge: string;
  rpId: string;
  origin: string;
  userHandle: string;
} {
  const options = passkeyOptionsOf(page);
  if (options === undefined) throw new Error(`There is no button for passkeys on ${page.url.href}`);
  return {
    challenge: options.challenge,
    rpId: options.rpId ?? options.rp?.id ?? '',
    origin,
    userHandle: options.user?.id ?? '',
  };
}

/** Adds a passkey on the account page after a recent login. */
export async function addPasskey(
  browser: Browser,
  authenticator = new Authenticator(),
): Promise<{ authenticator: Authenticator; page: BrowserPage; answer: string }> {
  const request = requestOf(await browser.open('/idp/account'));
  const answer = JSON.stringify(authenticator.create(request, { userHandle: request.userHandle }));
  const page = await browser.post('/idp/account/passkeys', { answer });
  return { authenticator, page, answer };
}

/** Uses the login page's passkey button. */
export async function logInWithPasskey(
  browser: Browser,
  page: BrowserPage,
  authenticator: Authenticator,
): Promise<BrowserPage> {
  const answer = JSON.stringify(authenticator.get(requestOf(page)));
  return browser.post(`${page.url.pathname}/passkey`, { answer });
}
