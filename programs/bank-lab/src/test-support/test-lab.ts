import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type Controls, createControls } from '../controls.ts';
import { clientId, createBankLab } from '../index.ts';

const publicUrl = 'http://127.0.0.1:4300';
const host = '127.0.0.1:4300';
const createdToken = z.object({ token_id: z.string(), setup_token: z.string() });

/** A lab in memory. Real time stands still at noon in California on Wednesday, 2026-06-10. It closes when the test ends. */
export interface TestLab {
  app: FastifyInstance;
  secret: string;
  controls: Controls;
  /** As a browser of the lab's own pages sends it. */
  get: (path: string) => Promise<LightMyRequestResponse>;
  post: (path: string, form: Record<string, string | string[]>) => Promise<LightMyRequestResponse>;
  /** Posts a form that must be taken, and returns the page that it leads to. */
  submit: (path: string, form: Record<string, string | string[]>) => Promise<string>;
  /** Makes and claims a token of these banks. */
  useToken: (banks?: readonly string[]) => Promise<TestToken>;
  /** Links First Platypus Bank, or another one, without Link. */
  useItem: (institutionId?: string) => Promise<TestItem>;
  nextStep: (id: string, body?: object) => Promise<LightMyRequestResponse>;
}

interface TestToken {
  tokenId: string;
  /** `query` is without `?`. */
  readAccounts: (query?: string) => Promise<LightMyRequestResponse>;
}

interface TestItem {
  itemId: string;
  accessToken: string;
  call: (path: string, body?: object) => Promise<LightMyRequestResponse>;
}

export async function startTestLab({
  dataFolder = null,
}: { dataFolder?: string | null } = {}): Promise<TestLab> {
  const realTime = () => new Date('2026-06-10T19:00:00Z');
  const lab = await createBankLab({
    publicUrl,
    port: 4300,
    dataFolder,
    secret: null,
    realTime,
    slowAnswerMs: 300,
  });
  const { app, secret } = lab;
  lab.saveSecret();
  onTestFinished(() => app.close());
  const controls = createControls(app, { publicUrl, clientId, secret });
  const keys = { 'plaid-client-id': clientId, 'plaid-secret': secret };

  const get: TestLab['get'] = (path) => app.inject({ url: path, headers: { host } });
  const post: TestLab['post'] = (path, form) => {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(form))
      for (const one of [value].flat()) body.append(name, one);
    return app.inject({
      method: 'POST',
      url: path,
      headers: { host, origin: publicUrl, 'content-type': 'application/x-www-form-urlencoded' },
      payload: body.toString(),
    });
  };
  const plaid = async (path: string, body: object) =>
    app.inject({ method: 'POST', url: `/plaid${path}`, headers: { host, ...keys }, payload: body });

  return {
    app,
    secret,
    controls,
    get,
    post,
    async submit(path, form) {
      const answer = await post(path, form);
      expect(answer.statusCode, answer.body).toBe(303);
      const page = await get(String(answer.headers.location).replace(/#.*/, ''));
      expect(page.statusCode, page.body).toBe(200);
      return page.body;
    },
    async useToken(banks = ['platypus', 'gingham']) {
      const created = await controls.simplefin('/tokens/create', { banks, history_days: 40 });
      const { token_id: tokenId, setup_token: setupToken } = createdToken.parse(created);
      const claimed = await app.inject({
        method: 'POST',
        url: new URL(Buffer.from(setupToken, 'base64').toString()).pathname,
        headers: { host, 'content-length': '0' },
      });
      const { username, password } = new URL(claimed.body);
      const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
      return {
        tokenId,
        readAccounts: (query = 'version=2&pending=1') =>
          app.inject({ url: `/simplefin/accounts?${query}`, headers: { host, authorization } }),
      };
    },
    async useItem(institution_id = 'ins_109508') {
      const created = await plaid('/sandbox/public_token/create', {
        institution_id,
        initial_products: ['transactions'],
      });
      const { public_token } = created.json<{ public_token: string }>();
      const exchanged = await plaid('/item/public_token/exchange', { public_token });
      const { access_token: accessToken, item_id: itemId } = z
        .object({ access_token: z.string(), item_id: z.string() })
        .parse(exchanged.json());
      const call: TestItem['call'] = (path, body = {}) => plaid(path, { access_token: accessToken, ...body });
      await expect
        .poll(async () => (await call('/transactions/sync')).json<{ added: unknown[] }>().added)
        .not.toEqual([]);
      return { itemId, accessToken, call };
    },
    nextStep: (id, body = {}) =>
      app.inject({ method: 'POST', url: `/scenarios/${id}/next`, headers: { host }, payload: body }),
  };
}

/** The text of a page as a reader has it: no tags, single spaces. */
export function textOf(page: string): string {
  return page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}
