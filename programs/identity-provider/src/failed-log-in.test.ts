import pg from 'pg';
import { expect, test, vi } from 'vitest';
import type { BrowserPage } from './test-support/browser.ts';
import { signUp } from './test-support/relying-party.ts';
import { ANA, openLogIn, RunningProvider } from './test-support/running-provider.ts';

const servers = new RunningProvider();
const WRONG = { password: 'not the password' };

/** Returns the statements of the servers while `work` runs. */
async function statementsOf(
  work: () => Promise<BrowserPage>,
): Promise<{ page: BrowserPage; sent: string[] }> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const page = await work();
    return { page, sent: query.mock.calls.map(([statement]) => JSON.stringify(statement)) };
  } finally {
    query.mockRestore();
  }
}

/** Keeps an account locked while `work` runs, so that no other transaction can lock or change it. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: servers.databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM identity.accounts FOR UPDATE');
    await work();
  } finally {
    await client.end();
  }
}

test('a failed log-in does and locks the same for known and unknown emails [SEC-17]', async () => {
  const { address, party } = await servers.startWithParty();
  await signUp(address, party, ANA);
  const { browser, page } = await openLogIn(address, party);
  const tryAs = (email: string) =>
    statementsOf(() => browser.submit(page, { ...WRONG, email }, { 'sec-fetch-site': 'same-origin' }));
  // The first attempt also reads what the process keeps.
  await tryAs('first@example.com');
  await whileLocked(async () => {
    const known = await tryAs(ANA.email);
    const unknown = await tryAs('nobody@example.com');
    expect([known.page.status, unknown.page.status]).toEqual([422, 422]);
    expect(known.sent).not.toEqual([]);
    expect(known.sent).toEqual(unknown.sent);
  });
});
