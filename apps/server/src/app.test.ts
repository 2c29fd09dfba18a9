import { routes } from '@oinkly/contract/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { buildApp } from './app.ts';
import { createTestApp, type TestApp } from './test-support/test-app.ts';

const description = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test('in development /api/docs describes every call of the contract, and nothing else [SEC-19]', async () => {
  const app = await buildApp(t.deps, {
    webDir: null,
    runtimeConfig: {
      supportEmail: 'help@example.org',
      provider: { id: 'plaid', name: 'Plaid' },
      linkScriptUrl: null,
      signInSettingsUrl: null,
    },
    logLevel: null,
    servesApiDocs: true,
  });
  const answer = await app.inject({ url: '/api/docs' });
  await app.close();
  expect(answer.statusCode).toBe(200);
  const { openapi, paths } = description.parse(answer.json());
  expect(openapi).toBe('3.1.0');
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const declared = Object.values(routes).map(
    ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  expect(described.toSorted()).toEqual(declared.toSorted());
  expect(JSON.stringify(paths['/api/expenses']?.['post'])).toContain('dayOfMonth');
});

test('outside development there is no /api/docs [SEC-19]', async () => {
  const answer = await t.app.inject({ url: '/api/docs' });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ error_code: 'NOT_FOUND' });
});
