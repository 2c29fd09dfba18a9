import { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { linkIn, type ReceivedMail } from '@oinkly/server/test-support/read-mail';
import {
  cleanEnvironment,
  freePort,
  programOf,
  startedServer,
} from '@oinkly/server/test-support/server-process';
import { createTestDatabase } from '@oinkly/server/test-support/test-database';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { prepareExim, type Exim } from './exim.ts';

const A_WHILE = { timeout: 20_000, interval: 100 };
const ANA = { email: 'ana@example.net', password: 'a quiet brass trumpet' };
const NEW_PASSWORD = 'a house of bricks';

describe('with Debian’s Exim as the mail server', { timeout: 90_000 }, () => {
  let exim: Exim;
  beforeAll(async () => {
    exim = await prepareExim();
    await exim.start();
  });
  afterAll(() => exim.remove());

  const settingsOf = (url: string): Record<string, string> => ({
    SMTP_URL: url,
    MAIL_FROM: 'oinkly@example.org',
    NODE_EXTRA_CA_CERTS: exim.certificateFile,
  });
  const mailTo = async (to: string, path = ''): Promise<ReceivedMail> => {
    const find = async () => (await exim.mails()).find((mail) => mail.to === to && mail.text.includes(path));
    await expect.poll(find, A_WHILE).toBeDefined();
    const mail = await find();
    if (!mail) throw new Error('The mail is missing');
    return mail;
  };
  const sendTestMail = async (to: string, settings: Record<string, string>): Promise<string> => {
    const words = [programOf('admin'), 'send-test-mail', to];
    const { stdout } = await promisify(execFile)(process.execPath, words, {
      env: cleanEnvironment(settings),
    });
    return stdout;
  };

  test.each(['startTlsUrl', 'tlsUrl'] as const)('a test mail arrives over TLS (%s)', async (url) => {
    const to = `${url.toLowerCase()}@example.net`;
    expect(await sendTestMail(to, settingsOf(exim[url]))).toContain(`took the mail to ${to}`);
    const mail = await mailTo(to);
    expect(mail.subject).toBe('A test from Oinkly');
    expect(mail.headers.get('received')).toMatch(/with esmtpsa .*TLS1\.[23]/i);
    expect(mail.headers.get('from')).toBe('Oinkly <oinkly@example.org>');
  });

  test('what Exim refuses is one sentence each', async () => {
    const refusalOf = async (to: string, settings: Record<string, string>) => {
      const error: unknown = await sendTestMail(to, settings).catch((reason: unknown) => reason);
      return (error as { stderr: string }).stderr.trim();
    };
    expect(await refusalOf('nobody@example.net', settingsOf(exim.tlsUrl))).toBe(
      'The mail server 0.0.0.0 refused the recipient (550).',
    );
    const wrong = settingsOf(exim.startTlsUrl.replace(/:[^:@]+@/, ':wrong@'));
    expect(await refusalOf('bo@example.net', wrong)).toBe(
      'The mail server 0.0.0.0 refused the user and password in SMTP_URL (535).',
    );
    const stranger = settingsOf(exim.startTlsUrl.replace(/\/\/.*@/, '//'));
    expect(await refusalOf('bo@example.net', stranger)).toBe(
      'The mail server 0.0.0.0 refused the recipient (550).',
    );
    const { NODE_EXTRA_CA_CERTS: _trusted, ...untrusting } = settingsOf(exim.startTlsUrl);
    for (const url of [exim.startTlsUrl, exim.tlsUrl]) {
      expect(await refusalOf('bo@example.net', { ...untrusting, SMTP_URL: url })).toMatch(
        /^The mail server 0\.0\.0\.0 offers no encryption that can be trusted \(.*\)\.$/,
      );
    }
  });

  test('mail waits while Exim is away, and a mailed link replaces a forgotten password [SEC-17]', async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const dataDir = await mkdtemp(join(tmpdir(), 'mail-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    await exim.stop();
    const server = await startedServer({
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      DATABASE_URL: database.url,
      TOKEN_KEYS: `k:${randomBytes(32).toString('base64')}`,
      EMBEDDED_IDENTITY: 'on',
      ...settingsOf(exim.startTlsUrl),
    });
    onTestFinished(() => server.end('SIGTERM'));
    const front = /localhost:\d+\/$/;
    const ana = await new HttpBrowser().open(`${server.origin}/api/login`);
    await ana.open(ana.link('Create an account'));
    await ana.submit('Create an account', ANA, front);
    const { $client } = database.db;
    const waiting = async () =>
      (await $client.query(`select 1 from pgboss.job where name = 'send-mail' and state = 'retry'`)).rowCount;
    await expect.poll(waiting, A_WHILE).toBe(1);
    await exim.start();
    await $client.query(`update pgboss.job set start_after = now() where name = 'send-mail'`);
    const confirmation = await mailTo(ANA.email, '/idp/confirm-email/');
    const confirming = await new HttpBrowser().open(linkIn(confirmation, '/idp/confirm-email/'));
    await confirming.submit('Confirm');
    const { json } = await ana.call('GET', `${server.origin}/api/auth/user`);
    expect(json).toMatchObject({ emailConfirmed: true });

    const forgetful = await new HttpBrowser().open(`${server.origin}/api/login`);
    await forgetful.open(forgetful.link('Forgot your password?'));
    await forgetful.submit('Send the link', { email: ANA.email });
    const link = linkIn(await mailTo(ANA.email, '/idp/password-link/'), '/idp/password-link/');
    await forgetful.open(link);
    await forgetful.submit('Save password', { password: NEW_PASSWORD });
    expect((await ana.call('GET', `${server.origin}/api/auth/user`)).status).toBe(401);
    const again = await new HttpBrowser().open(`${server.origin}/api/login`);
    await again.submit('Log in', { ...ANA, password: NEW_PASSWORD }, front);
    expect((await again.call('GET', `${server.origin}/api/auth/user`)).status).toBe(200);
    await mailTo(ANA.email, 'Your password was just changed');
  });
});
