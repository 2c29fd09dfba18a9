import { expect } from 'vitest';
import { z } from 'zod';
import { prefix } from './api-client.ts';
import type { TestBank } from './test-bank.ts';

/** A page as a browser without script gets it. */
interface Page {
  status: number;
  /** Path and query of where the visitor is now; a full address when the visitor was sent away from the server. */
  address: string;
  headers: Record<string, unknown>;
  markup: string;
  title: string;
}

/** Somebody who goes through the Hosted Link pages with links and forms only. */
export interface Visitor {
  linkToken: string;
  open(path?: string): Promise<Page>;
  submit(step: string, fields?: string): Promise<Page>;
}

const created = z.object({ link_token: z.string(), hosted_link_url: z.url() });

/** The address that a completed or abandoned visit leads to. */
export const completionAddress = 'https://oinkly.example/oauth-redirect?state=a%20b&x=1';

/** Creates a hosted link and answers somebody who can visit it, on this or another server with the same file. */
export async function createHostedLink(
  bank: TestBank,
  change: Record<string, unknown> = {},
): Promise<Visitor & { on(other: TestBank): Visitor }> {
  const { status, body } = await bank.call('/link/token/create', {
    client_name: 'Oinkly',
    language: 'en',
    country_codes: ['US'],
    user: { client_user_id: 'user-1' },
    products: ['transactions'],
    transactions: { days_requested: 730 },
    hosted_link: { completion_redirect_uri: completionAddress },
    ...change,
  });
  expect(status).toBe(200);
  const { link_token: linkToken, hosted_link_url: url } = created.parse(body);
  const linkPath = new URL(url).pathname;

  function visitorOf(server: TestBank): Visitor {
    async function follow(method: 'GET' | 'POST', path: string, payload?: string): Promise<Page> {
      const response = await server.app.inject({
        method,
        url: path,
        ...(payload === undefined
          ? {}
          : { payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      });
      const { location } = response.headers;
      if (response.statusCode === 303 && typeof location === 'string') {
        if (location.startsWith(prefix)) return follow('GET', location);
        return { status: 303, address: location, headers: response.headers, markup: '', title: '' };
      }
      const title = /<title>([^<]*)<\/title>/.exec(response.body)?.[1] ?? '';
      return {
        status: response.statusCode,
        address: path,
        headers: response.headers,
        markup: response.body,
        title,
      };
    }
    return {
      linkToken,
      open: (path = '') => follow('GET', linkPath + path),
      submit: (step, fields = '') => follow('POST', `${linkPath}/${step}`, fields),
    };
  }
  return { ...visitorOf(bank), on: visitorOf };
}
