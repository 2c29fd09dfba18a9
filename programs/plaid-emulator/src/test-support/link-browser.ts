import { expect } from 'vitest';
import { z } from 'zod';
import { prefix } from './api-client.ts';
import type { TestBank } from './test-bank.ts';

interface Page {
  status: number;
  /** Path and query; a full address outside the server. */
  address: string;
  headers: Record<string, unknown>;
  markup: string;
  title: string;
}

/** Uses Link by links and forms only. */
export interface LinkBrowser {
  linkToken: string;
  open(path?: string): Promise<Page>;
  submit(step: string, fields?: string): Promise<Page>;
}

const created = z.object({ link_token: z.string(), hosted_link_url: z.url().optional() });

const server = 'http://127.0.0.1:3000';

export const completionAddress = 'https://oinkly.example/oauth-redirect?state=a%20b&x=1';

export async function follow(
  bank: TestBank,
  method: 'GET' | 'POST',
  path: string,
  payload?: string,
): Promise<Page> {
  const response = await bank.app.inject({
    method,
    url: path,
    ...(payload === undefined
      ? {}
      : { payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  });
  const { location } = response.headers;
  if (response.statusCode === 303 && typeof location === 'string') {
    const next = location.startsWith(`${server}${prefix}`) ? location.slice(server.length) : location;
    if (next.startsWith(prefix)) return follow(bank, 'GET', next);
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

async function createToken(
  bank: TestBank,
  change: Record<string, unknown>,
): Promise<z.infer<typeof created>> {
  const { status, body } = await bank.call('/link/token/create', {
    client_name: 'Oinkly',
    language: 'en',
    country_codes: ['US'],
    user: { client_user_id: 'user-1' },
    products: ['transactions'],
    transactions: { days_requested: 730 },
    ...change,
  });
  expect(status).toBe(200);
  return created.parse(body);
}

export const updateOf = (accessToken: string) => ({
  access_token: accessToken,
  products: undefined,
  transactions: undefined,
});

export async function createHostedLink(
  bank: TestBank,
  change: Record<string, unknown> = {},
): Promise<LinkBrowser & { on(other: TestBank): LinkBrowser }> {
  const { link_token: linkToken, hosted_link_url: url } = await createToken(bank, {
    hosted_link: { completion_redirect_uri: completionAddress },
    ...change,
  });
  const linkPath = new URL(z.url().parse(url)).pathname;
  const browserOf = (server: TestBank): LinkBrowser => ({
    linkToken,
    open: (path = '') => follow(server, 'GET', linkPath + path),
    submit: (step, fields = '') => follow(server, 'POST', `${linkPath}/${step}`, fields),
  });
  return { ...browserOf(bank), on: browserOf };
}

export async function createWidgetToken(
  bank: TestBank,
  change: Record<string, unknown> = {},
): Promise<string> {
  return (await createToken(bank, change)).link_token;
}

export const appOrigin = 'https://oinkly.example';

const presentedError = z.object({
  error_type: z.string(),
  error_code: z.string(),
  error_message: z.string(),
  display_message: z.string().nullable(),
});
const institution = z.object({ institution_id: z.string(), name: z.string() });
const exit = z.object({
  error: presentedError.nullable(),
  metadata: z.strictObject({
    institution: institution.nullable(),
    status: z.string().nullable(),
    link_session_id: z.uuid(),
    request_id: z.string(),
  }),
});
const text = z.string().nullable();
const event = z.strictObject({
  name: z.string(),
  // All of react-plaid-link's `PlaidLinkOnEventMetadata`.
  metadata: z.strictObject({
    account_number_mask: text,
    error_type: text,
    error_code: text,
    error_message: text,
    exit_status: text,
    institution_id: text,
    institution_name: text,
    institution_search_query: text,
    is_update_mode: text,
    match_reason: text,
    mfa_type: text,
    routing_number: text,
    selection: text,
    view_name: text,
    timestamp: z.string(),
    link_session_id: z.uuid(),
    request_id: z.string(),
  }),
});
const frameState = z.object({
  app: z.string(),
  resumePath: text,
  onEscape: z.object({ method: z.enum(['get', 'post']), path: z.string() }).nullable(),
  leavePath: text,
  answerPath: text,
  events: z.array(event),
  exit,
  ending: z
    .discriminatedUnion('kind', [
      exit.extend({ kind: z.literal('exit') }),
      z.object({
        kind: z.literal('success'),
        publicToken: z.string(),
        metadata: z.strictObject({
          institution,
          // All of react-plaid-link's `PlaidAccount`.
          accounts: z.array(
            z.strictObject({
              id: z.string(),
              name: z.string(),
              mask: text,
              type: z.string(),
              subtype: z.string(),
              verification_status: text,
              class_type: text,
            }),
          ),
          link_session_id: z.uuid(),
          transfer_status: text,
        }),
      }),
    ])
    .nullable(),
  redirect: text,
});

type FrameState = z.infer<typeof frameState>;

interface FramedPage extends Page {
  state: FrameState;
  /** Events so far; views by name. */
  eventNames: string[];
}

export interface WidgetBrowser {
  page: FramedPage;
  open(path?: string): Promise<FramedPage>;
  submit(step: string, fields?: string): Promise<FramedPage>;
}

function readFrame(page: Page): FramedPage {
  const written = /data-link-state="([^"]*)"/.exec(page.markup)?.[1] ?? '';
  const json = written.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<');
  const state = frameState.parse(JSON.parse(json.replaceAll('&gt;', '>').replaceAll('&amp;', '&')));
  const eventNames = state.events.map(({ name, metadata }) =>
    metadata.view_name === null ? name : `${name} ${metadata.view_name}`,
  );
  return { ...page, state, eventNames };
}

/** Opens Link like the script on a page at `origin`. */
export async function openWidget(
  bank: TestBank,
  linkToken: string,
  {
    origin = appOrigin,
    appearance = 'system',
    receivedRedirectUri,
  }: { origin?: string; appearance?: string; receivedRedirectUri?: string } = {},
): Promise<WidgetBrowser> {
  const query = new URLSearchParams({
    token: linkToken,
    origin,
    appearance,
    ...(receivedRedirectUri === undefined ? {} : { received_redirect_uri: receivedRedirectUri }),
  });
  const page = readFrame(await follow(bank, 'GET', `${prefix}/link/v2/stable/link.html?${query.toString()}`));
  const linkPath = /^.*\/link\/session\/\w+/.exec(page.address)?.[0] ?? '';
  return {
    page,
    open: async (path = '') => readFrame(await follow(bank, 'GET', linkPath + path)),
    submit: async (step, fields = '') => readFrame(await follow(bank, 'POST', `${linkPath}/${step}`, fields)),
  };
}

export const goodLogin = 'username=user_good&password=pass_good';

/** A browser at either entrance. */
interface Walker<Shown> {
  submit(step: string, fields?: string): Promise<Shown>;
}

export async function reachBank<Shown>(browser: Walker<Shown>, institutionId = 'ins_109508'): Promise<Shown> {
  await browser.submit('consent');
  return browser.submit('institutions', `institution_id=${institutionId}`);
}

export async function reachAccounts<Shown>(browser: Walker<Shown>, institutionId?: string): Promise<Shown> {
  await reachBank(browser, institutionId);
  return browser.submit('login', goodLogin);
}
