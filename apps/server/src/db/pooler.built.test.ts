import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HttpBrowser } from '../test-support/http-browser.ts';
import { linkTestBank } from '../test-support/link-test-bank.ts';
import { freePort, startedServer } from '../test-support/server-process.ts';
import { createTestDatabase } from '../test-support/test-database.ts';

/* `npm run test:pgbouncer` runs it through PgBouncer; otherwise both addresses are PostgreSQL's. */

// Without a pooler, the server sets the limits itself.
test(
  'statements have a limit, also behind a pooler with the commands of the document',
  { tags: ['own-database'] },
  async () => {
    const database = await createTestDatabase('template0');
    onTestFinished(() => database.drop());
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
      const { rows } = await database.db.$client.query(`SELECT current_setting('${limit}') AS value`);
      expect(rows).toEqual([{ value: '20s' }]);
    }
  },
);

test(
  'with DATABASE_DIRECT_URL, people sign up behind a pooler, and jobs run at once',
  { timeout: 120_000, tags: ['own-database'] },
  async () => {
    const database = await createTestDatabase('template0');
    onTestFinished(() => database.drop());
    const dataDir = await mkdtemp(join(tmpdir(), 'pooler-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const port = await freePort();
    const server = await startedServer({
      DATA_DIR: dataDir,
      PORT: String(port),
      DATABASE_URL: database.url,
      DATABASE_DIRECT_URL: database.directUrl,
      TOKEN_KEYS: `k:${Buffer.alloc(32, 7).toString('base64')}`,
      EMBEDDED_IDENTITY: 'on',
      TEST_BANKS: 'on',
    });
    onTestFinished(() => server.end('SIGTERM'));
    const ana = await new HttpBrowser().open(`${server.origin}/api/login`);
    await ana.open(ana.link('Create an account'));
    const account = { email: 'ana@example.org', password: 'a quiet brass trumpet' };
    await ana.submit('Create an account', account, /localhost:\d+\/$/);
    await linkTestBank(ana, server.origin);
    const stageOf = async () => {
      const { json } = await ana.call('GET', `${server.origin}/api/plaid/sync-status`);
      return (json as { connections: { stage: string }[] }).connections[0]?.stage;
    };
    await expect.poll(stageOf, { timeout: 60_000 }).toBe('done');
    expect((await fetch(`${server.origin}/api/ready`)).status).toBe(200);

    const { rows } = await database.db.$client.query<{ name: string; query: string }>(
      `SELECT application_name AS name, query FROM pg_stat_activity WHERE datname = current_database()`,
    );
    // As docs/install.md says.
    expect(rows.filter(({ name }) => name === 'pgboss').length).toBeLessThanOrEqual(4);
    // Notifications need a session of their own.
    expect(
      rows.filter(({ name, query }) => name === 'pgboss' && /LISTEN|pg_listening/.test(query)),
    ).not.toEqual([]);
    const problems = server
      .written()
      .split('\n')
      .filter((line) => /"level":[45]0/.test(line) && !line.includes('a statement was slow'));
    expect(problems).toEqual([]);
  },
);
