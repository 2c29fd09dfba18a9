import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { identityProvider, type IdentityProviderOptions } from '../index.ts';
import { Browser, type BrowserPage } from './browser.ts';
import { testSecretBox } from './test-secret-box.ts';
import { CLIENT, type Flow, ISSUER, RelyingParty } from './relying-party.ts';

export const ORIGIN = new URL(ISSUER).origin;
export const ANA = { email: 'ana@example.com', password: 'three little pigs' };

/** Its keys stay, because making one takes longer than most tests. Superusers may switch foreign keys off. */
const EMPTY = `DO $$ DECLARE name text; BEGIN
  SET LOCAL session_replication_role = replica;
  FOR name IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
    WHERE schemaname = 'identity' AND tablename NOT IN ('migrations', 'keys')
  LOOP EXECUTE 'DELETE FROM ' || name; END LOOP; END $$`;

/** Servers on one emptied database. Create one per file, outside of tests. */
export class RunningProvider {
  /** The servers' time; the library uses the system's. */
  now = new Date();
  readonly #apps: FastifyInstance[] = [];
  #databaseUrl: string | undefined;
  #database: pg.Pool | undefined;

  constructor() {
    beforeAll(async () => {
      const name = `identity_${randomBytes(6).toString('hex')}`;
      const admin = new pg.Client({ connectionString: inject('identityPostgresUrl') });
      await admin.connect();
      await admin.query(`CREATE DATABASE ${name}`);
      await admin.end();
      const url = new URL(inject('identityPostgresUrl'));
      url.pathname = `/${name}`;
      this.#databaseUrl = url.href;
      this.#database = new pg.Pool({ connectionString: this.databaseUrl, max: 1 });
    });
    afterAll(() => this.#database?.end());
    beforeEach(() => {
      this.now = new Date();
    });
    afterEach(async () => {
      await Promise.all(this.#apps.splice(0).map((app) => app.close()));
      await this.database.query(EMPTY);
    });
  }

  get databaseUrl(): string {
    if (this.#databaseUrl === undefined) throw new Error('The database is made before the first test.');
    return this.#databaseUrl;
  }

  get database(): pg.Pool {
    if (this.#database === undefined) throw new Error('The database is made before the first test.');
    return this.#database;
  }

  /** Starts a server away from the issuer's address and returns its real one. */
  async start(options: Partial<IdentityProviderOptions> = {}): Promise<string> {
    const app = Fastify({ trustProxy: ['127.0.0.1'] });
    this.#apps.push(app);
    await app.register(identityProvider, {
      prefix: '/idp',
      issuer: ISSUER,
      databaseUrl: this.databaseUrl,
      clock: () => this.now,
      networkOf: (address) => address,
      client: CLIENT,
      returnUrl: `${ORIGIN}/my-account`,
      privacyUrl: `${ORIGIN}/privacy`,
      accessibilityUrl: `${ORIGIN}/accessibility`,
      productName: 'Oinkly',
      secretBox: testSecretBox,
      ...options,
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  }

  async stopLast(): Promise<void> {
    await this.#apps.pop()?.close();
  }

  async startWithParty(
    options: Partial<IdentityProviderOptions> = {},
  ): Promise<{ address: string; party: RelyingParty }> {
    const address = await this.start(options);
    return { address, party: await RelyingParty.discover(address) };
  }
}

/** Starts a flow in a new browser. */
export async function openLogIn(
  address: string,
  party: RelyingParty,
  parameters: Record<string, string> = {},
): Promise<{ browser: Browser; flow: Flow; page: BrowserPage }> {
  const browser = new Browser(ORIGIN, address);
  const flow = await party.begin(parameters);
  return { browser, flow, page: await browser.open(flow.authorizationUrl) };
}

export function errorOf(page: BrowserPage, field: string): string | undefined {
  return new RegExp(`id="${field}-error".*?<span>(.*?)</span>`, 's').exec(page.text)?.[1];
}

/** Tokens count login time in whole seconds. */
export async function untilNextSecond(): Promise<void> {
  const second = Math.floor(Date.now() / 1000);
  await expect.poll(() => Math.floor(Date.now() / 1000), { timeout: 5_000 }).toBeGreaterThan(second);
}
