import type { Connection } from '@oinkly/contract/banking';
import type { ErrorBody } from '@oinkly/contract/errors';
import { checkServices } from '@oinkly/server/admin/doctor/check-services';
import { buildApp } from '@oinkly/server/app';
import { BANK_FILES } from '@oinkly/server/backup/archive-format';
import { AppError } from '@oinkly/server/errors/app-error';
import { safeReturnPath } from '@oinkly/server/modules/identity/return-path';
import { readConfig } from '@oinkly/server/start/config';
import { openProviders, siteConfig } from '@oinkly/server/start/providers';
import { secretNames } from '@oinkly/server/start/settings';
import { ScriptedBank } from '@oinkly/server/test-support/scripted-bank';
import { createTestApp, type TestApp } from '@oinkly/server/test-support/test-app';
import { TEST_SITE } from '@oinkly/server/test-support/test-site';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { exampleFile, settingsPage } from '../../scripts/settings-documents.ts';

/* A line in the list makes a provider known to everything that reads it. */

vi.mock(import('@oinkly/server/modules/banking/provider-list'), async (importOriginal) => {
  const list = await importOriginal();
  const { madeUpProvider } = await import('./made-up-provider.ts');
  return { ...list, PROVIDERS: [...list.PROVIDERS, madeUpProvider] };
});

const config = readConfig({ LARDER_SECRET: 'secret', DATA_DIR: '/nowhere' });
let t: TestApp;
let providers: ReturnType<typeof openProviders>;
let app: FastifyInstance;
let send: (request: InjectOptions) => Promise<LightMyRequestResponse>;
beforeAll(async () => {
  t = await createTestApp();
  const credentials = { clientId: 'app', secret: 'secret' };
  const testBanks = { origin: t.emulator.url, credentials, headers: {} };
  providers = openProviders(config, { ...t.deps, testBanks });
  app = await buildApp(
    { ...t.deps, providers },
    { ...TEST_SITE, runtimeConfig: siteConfig(config, providers) },
  );
  const { cookie } = await t.signUp();
  send = (request) => app.inject({ ...request, headers: { cookie, 'sec-fetch-site': 'same-origin' } });
});
afterAll(async () => {
  await app.close();
  await t.close();
});

test('it is offered once its settings are set, and a server with it alone starts', () => {
  const idsOf = (environment: Record<string, string>) =>
    readConfig({ TEST_BANKS: 'off', ...environment }).providers.map(({ id }) => id);
  expect(idsOf({})).toEqual(['simplefin']);
  expect(idsOf({ LARDER_SECRET: 'secret', SIMPLEFIN_URL: 'off' })).toEqual(['larder']);
  expect(() => idsOf({ SIMPLEFIN_URL: 'off' })).toThrow(/, set LARDER_SECRET, or set TEST_BANKS=on\.$/);
  expect(() => idsOf({ LARDER_SECRET: 'secret', TEST_BANKS: 'on' })).toThrow(
    'TEST_BANKS=on and the settings of Larder exclude each other: the test banks take its place.',
  );
});

test('its settings are in the documents, and its secret can be in a file', async () => {
  expect(await settingsPage()).toMatch(/\| `LARDER_SECRET` +\| The secret of your account at Larder\. +\|/);
  expect(exampleFile()).toContain("#LARDER_SECRET='<secret>'");
  expect(secretNames).toContain('LARDER_SECRET');
});

test('doctor asks it', async () => {
  const findings = await checkServices(config, []);
  expect(findings).toContainEqual({ part: 'Larder', state: 'fine', sentence: 'It knows the secret.' });
});

test('pages may frame its widget, and say how to connect banks with it [SEC-7]', async () => {
  const { headers } = await app.inject('/api/health');
  expect(headers['content-security-policy']).toContain('https://larder.example');
  expect(siteConfig(config, providers).providers).toContainEqual({
    id: 'larder',
    name: 'Larder',
    connect: 'widget',
    scriptUrl: '/link.js',
    linkLimit: null,
  });
});

test('its banks are connected, listed and reported under its own name [API-15]', async () => {
  const body = { public_token: 'public-1' };
  const linked = await send({ method: 'POST', url: '/api/larder/exchange-token', body });
  expect(linked.json()).toEqual({ success: true, institutionName: 'Scripted Bank' });
  expect((await send({ url: '/api/larder/connections' })).json()).toHaveLength(1);
  expect((await send({ url: '/api/simplefin/connections' })).json()).toEqual([]);
  const webhook = { method: 'POST', url: '/api/larder/webhook', payload: { kind: 'other' } } as const;
  expect((await app.inject(webhook)).statusCode).toBe(200);
});

test('what its users must do at it is said with its name', async () => {
  const larder = providers.get('larder');
  if (!(larder instanceof ScriptedBank)) throw new Error('Larder is not offered');
  const link = (token: string) =>
    send({ method: 'POST', url: '/api/larder/exchange-token', body: { public_token: token } });
  larder.duringExchange = async () => {
    throw new AppError('SETUP_TOKEN_NOT_ALLOWED');
  };
  expect((await link('public-2')).json<ErrorBody>().message).toContain('Create one at Larder');
  larder.duringExchange = async () => undefined;
  larder.problems = [
    { institutionName: 'Larder', providerAccountId: null, code: 'BANK_WITHOUT_ACCOUNTS', detail: null },
  ];
  await link('public-3');
  const connections = (await send({ url: '/api/larder/connections' })).json<Connection[]>();
  expect(connections.flatMap(({ problems }) => problems)).toMatchObject([
    { error_message: expect.stringMatching(/^Larder doesn’t report any account\./) as string },
  ]);
});

test('backups hold its test banks, whose addresses are no pages [SEC-5]', () => {
  expect(BANK_FILES).toEqual([
    'plaid-emulator.sqlite',
    'simplefin-emulator.sqlite',
    'larder-emulator.sqlite',
  ]);
  expect(safeReturnPath('/larder-emulator/link')).toBe('/');
});
