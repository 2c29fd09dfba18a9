import * as client from 'openid-client';
import { Browser, type BrowserPage } from './browser.ts';

export const ISSUER = 'https://oinkly.example/idp';
export const CLIENT = {
  clientId: 'oinkly',
  clientSecret: 'a-secret-of-the-test',
  redirectUris: ['https://oinkly.example/api/auth/callback'],
  postLogoutRedirectUris: ['https://oinkly.example/'],
};

/** What the application stores until the code arrives. */
export interface Flow {
  authorizationUrl: string;
  codeVerifier: string;
  nonce: string;
  state: string;
}

/** The application's side over HTTP, by the library that real applications use. */
export class RelyingParty {
  readonly configuration: client.Configuration;

  private constructor(configuration: client.Configuration) {
    this.configuration = configuration;
  }

  /** Discovers the public issuer at the server's real address, like the host does. */
  static async discover(address: string): Promise<RelyingParty> {
    const configuration = await client.discovery(
      new URL(ISSUER),
      CLIENT.clientId,
      CLIENT.clientSecret,
      undefined,
      {
        [client.customFetch]: fetchAt(address),
      },
    );
    return new RelyingParty(configuration);
  }

  async begin(parameters: Record<string, string> = {}): Promise<Flow> {
    const codeVerifier = client.randomPKCECodeVerifier();
    const nonce = client.randomNonce();
    const state = client.randomState();
    const url = client.buildAuthorizationUrl(this.configuration, {
      redirect_uri: CLIENT.redirectUris[0] ?? '',
      scope: 'openid email profile',
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      nonce,
      state,
      ...parameters,
    });
    return { authorizationUrl: url.href, codeVerifier, nonce, state };
  }

  /** Exchanges the code for tokens with all of a client's checks. */
  async finish(flow: Flow, landed: URL, maxAge?: number) {
    return client.authorizationCodeGrant(this.configuration, landed, {
      pkceCodeVerifier: flow.codeVerifier,
      expectedNonce: flow.nonce,
      expectedState: flow.state,
      idTokenExpected: true,
      ...(maxAge === undefined ? {} : { maxAge }),
    });
  }

  logoutUrl(parameters: Record<string, string>): string {
    return client.buildEndSessionUrl(this.configuration, parameters).href;
  }
}

/** Signs up in a new browser; returns it with its page and flow. */
export async function signUp(
  address: string,
  party: RelyingParty,
  account: { email: string; password: string },
): Promise<{ browser: Browser; flow: Flow; landed: BrowserPage }> {
  const browser = new Browser(new URL(ISSUER).origin, address);
  const flow = await party.begin();
  const logIn = await browser.open(flow.authorizationUrl);
  const page = await browser.open(`${logIn.url.pathname}/sign-up`);
  return { browser, flow, landed: await browser.submit(page, account) };
}

function fetchAt(address: string): client.CustomFetch {
  return async (url, { method, headers, body }) => {
    const { pathname, search } = new URL(url);
    return fetch(address + pathname + search, { method, headers, body: body ?? null });
  };
}
