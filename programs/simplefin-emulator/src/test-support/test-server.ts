import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { simplefinEmulator, type SimplefinEmulatorOptions } from '../index.ts';
import { type ControlClient, createControlClient } from './control-client.ts';

const prefix = '/simplefin-emulator';
const controlSecret = 'secret-of-the-tests';

const transaction = z.looseObject({ id: z.string(), posted: z.number(), amount: z.string() });
const account = z.looseObject({
  id: z.string(),
  conn_id: z.string(),
  currency: z.string(),
  balance: z.string(),
  'balance-date': z.number(),
  transactions: z.array(transaction).optional(),
});
const accountSet = z.looseObject({
  errlist: z.array(z.looseObject({ code: z.string() })),
  connections: z.array(z.looseObject({ conn_id: z.string(), name: z.string() })),
  accounts: z.array(account),
});

export type TestTransaction = z.infer<typeof transaction>;
export type TestAccountSet = z.infer<typeof accountSet>;

/** A server on this machine with a settable clock. It closes when the test ends. */
export interface TestServer {
  app: FastifyInstance;
  /** With the prefix, without a trailing slash. */
  url: string;
  control: ControlClient;
  setNow(instant: string): void;
  /** Moves the clock on. */
  pass(hours: number): void;
}

/** The default time is noon in California on Wednesday, 2026-06-10. */
export async function startTestServer(options: Partial<SimplefinEmulatorOptions> = {}): Promise<TestServer> {
  let now = new Date('2026-06-10T19:00:00Z');
  const app = Fastify();
  let url = '';
  await app.register(simplefinEmulator, {
    prefix,
    publicUrl: () => url,
    databaseFile: ':memory:',
    clock: () => now,
    controlSecret,
    ...options,
  });
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}${prefix}`;
  onTestFinished(() => app.close());
  return {
    app,
    url,
    control: createControlClient(url, controlSecret),
    setNow: (instant) => {
      now = new Date(instant);
    },
    pass: (hours) => {
      now = new Date(now.getTime() + hours * 3_600_000);
    },
  };
}

export const claimUrlOf = (setupToken: string): string => Buffer.from(setupToken, 'base64').toString();

/** Returns the access URL. */
export async function claim(setupToken: string): Promise<string> {
  const response = await fetch(claimUrlOf(setupToken), { method: 'POST' });
  expect(response.status).toBe(200);
  return response.text();
}

export function getAccounts(accessUrl: string, query = ''): Promise<Response> {
  const { username, password } = new URL(accessUrl);
  const root = accessUrl.replace(`${username}:${password}@`, '');
  return fetch(`${root}/accounts${query}`, {
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    redirect: 'manual',
  });
}

export async function readAccounts(accessUrl: string, query = ''): Promise<TestAccountSet> {
  const response = await getAccounts(accessUrl, query);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return accountSet.parse(JSON.parse(text));
}

/** `2026-06-10` as epoch seconds of midnight UTC. */
export const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;

export const range = (from: string, to: string): string =>
  `?version=2&start-date=${midnight(from)}&end-date=${midnight(to)}`;
