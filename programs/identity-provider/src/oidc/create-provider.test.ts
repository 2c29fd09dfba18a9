import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { exportJWK, generateKeyPair } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { createProvider } from './create-provider.ts';
import { testSecretBox } from '../test-support/test-secret-box.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oinkly-test-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Creates a provider from a minified bundle of the real code. */
async function createFromBundle(keepNames: boolean): Promise<unknown> {
  const outfile = join(folder, 'bundle.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('create-provider.ts', import.meta.url))],
    outfile,
    bundle: true,
    minify: true,
    keepNames,
    platform: 'node',
    format: 'esm',
    external: ['pg-native'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  const bundled = (await import(pathToFileURL(outfile).href)) as { createProvider: typeof createProvider };
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return bundled.createProvider({
    options: {
      issuer: 'https://oinkly.example/idp',
      databaseUrl: '',
      networkOf: (address) => address,
      clock: () => new Date(),
      client: {
        clientId: 'oinkly',
        clientSecret: 'a-secret-of-the-test',
        redirectUris: ['https://oinkly.example/callback'],
        postLogoutRedirectUris: [],
      },
      returnUrl: 'https://oinkly.example/my-account',
      privacyUrl: 'https://oinkly.example/privacy',
      accessibilityUrl: 'https://oinkly.example/accessibility',
      productName: 'Oinkly',
      secretBox: testSecretBox,
    },
    // The pool never connects here.
    pool: new (await import('pg')).default.Pool(),
    keys: {
      signingKeys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }],
      cookieKeys: ['a-key-of-the-test'],
      version: '1',
    },
    site: {
      productName: 'Oinkly',
      basePath: '/idp',
      startUrl: 'https://oinkly.example/api/login',
      homeUrl: 'https://oinkly.example/',
      returnUrl: 'https://oinkly.example/my-account',
      privacyUrl: 'https://oinkly.example/privacy',
      accessibilityUrl: 'https://oinkly.example/accessibility',
      supportEmail: undefined,
      sendsMail: false,
      fonts: undefined,
      formScript: { name: 'forms.js', contentType: 'text/javascript', content: '' },
      passkeyScript: { name: 'passkeys.js', contentType: 'text/javascript', content: '' },
    },
  });
}

test('a bundle without class names does not start, rather than mix up sessions and codes', async () => {
  await expect(createFromBundle(false)).rejects.toThrow(/keepNames/);
});

test('a minified bundle that keeps the names starts', async () => {
  await expect(createFromBundle(true)).resolves.toBeDefined();
});
