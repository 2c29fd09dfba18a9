import { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { linkIn, type ReceivedMail } from '@oinkly/server/test-support/read-mail';
import {
  cleanEnvironment,
  freePort,
  programOf,
  startedServer,
  type ServerProcess,
} from '@oinkly/server/test-support/server-process';
import { createTestDatabase } from '@oinkly/server/test-support/test-database';
import { addDays, dayInZone } from '@oinkly/domain/days';
import { weekStartOf } from '@oinkly/domain/weeks';
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
const BO = { email: 'bo@example.net', password: ANA.password };
const CY = { email: 'cy@example.net', password: ANA.password };
const FRONT_PAGE = /localhost:\d+\/$/;
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

  /** An empty database and the settings of its server. */
  const newPlace = async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const dataDir = await mkdtemp(join(tmpdir(), 'mail-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const settings = {
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      DATABASE_URL: database.url,
      TOKEN_KEYS: `k:${randomBytes(32).toString('base64')}`,
      EMBEDDED_IDENTITY: 'on',
      ...settingsOf(exim.startTlsUrl),
    };
    return { database, settings };
  };
  const signUp = async ({ origin }: ServerProcess, account: typeof ANA) => {
    const browser = await new HttpBrowser().open(`${origin}/api/login`);
    await browser.open(browser.link('Create an account'));
    return browser.submit('Create an account', account, FRONT_PAGE);
  };
  const confirmEmail = async (email: string) => {
    const mail = await mailTo(email, '/idp/confirm-email/');
    const browser = await new HttpBrowser().open(linkIn(mail, '/idp/confirm-email/'));
    await browser.submit('Confirm');
  };

  test.each(['startTlsUrl', 'tlsUrl'] as const)('a test mail arrives over TLS (%s)', async (url) => {
    const to = `${url.toLowerCase()}@example.net`;
    expect(await sendTestMail(to, settingsOf(exim[url]))).toContain(`took the mail to ${to}`);
    const mail = await mailTo(to);
    expect(mail.subject).toBe('A test from Oinkly');
    expect(mail.headers.get('received')).toMatch(/with esmtpsa .*TLS1\.[23]/i);
    expect(mail.headers.get('from')).toBe('Oinkly <oinkly@example.org>');
  });

  test('each refusal by Exim is one sentence', async () => {
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
    const { database, settings } = await newPlace();
    await exim.stop();
    const server = await startedServer(settings);
    onTestFinished(() => server.end('SIGTERM'));
    const ana = await signUp(server, ANA);
    const { $client } = database.db;
    const waiting = async () =>
      (await $client.query(`select 1 from pgboss.job where name = 'send-mail' and state = 'retry'`)).rowCount;
    await expect.poll(waiting, A_WHILE).toBe(1);
    await exim.start();
    await $client.query(`update pgboss.job set start_after = now() where name = 'send-mail'`);
    await confirmEmail(ANA.email);
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
    await again.submit('Log in', { ...ANA, password: NEW_PASSWORD }, FRONT_PAGE);
    expect((await again.call('GET', `${server.origin}/api/auth/user`)).status).toBe(200);
    await mailTo(ANA.email, 'Your password was just changed');
  });

  test('a mailed invitation makes friends, and a recap links to its week and end [PD-27] [PD-74]', async () => {
    const { settings } = await newPlace();
    const server = await startedServer(settings);
    onTestFinished(() => server.end('SIGTERM'));
    const { origin } = server;
    const bo = await signUp(server, BO);
    await confirmEmail(BO.email);

    const invited = await bo.call('POST', `${origin}/api/invite/mail`, { to: CY.email });
    expect(invited.status).toBe(200);
    const invitation = await mailTo(CY.email);
    expect(invitation.subject).toBe('A friend invites you to Oinkly');
    const cy = await signUp(server, CY);
    for (const one of [bo, cy])
      await one.call('PUT', `${origin}/api/users`, {
        weeklyBudget: 100,
        timeZone: 'Etc/UTC',
        signupCompleted: true,
      });
    await cy.open(linkIn(invitation, '/invite/'));
    expect(cy.status).toBe(200);
    const accepted = await cy.call('POST', cy.url.replace('/invite/', '/api/invites/') + '/accept');
    expect(accepted.status).toBe(200);
    expect((await bo.call('GET', `${origin}/api/friends`)).json).toMatchObject({ friends: [{}] });

    const chosen = await bo.call('PUT', `${origin}/api/notifications/recap-mail`, { recapMail: true });
    expect(chosen.status).toBe(200);
    await server.end('SIGTERM');
    const weekStart = weekStartOf(dayInZone(new Date(), 'Etc/UTC'));
    const later = await startedServer({
      ...settings,
      NODE_OPTIONS: clockAt(new Date(`${addDays(weekStart, 7)}T12:00:00Z`)),
    });
    onTestFinished(() => later.end('SIGTERM'));
    const recap = await mailTo(BO.email, '/weeks/');
    expect(recap.subject).toBe('Last week stayed under budget');
    const week = await new HttpBrowser().open(linkIn(recap, '/weeks/'));
    expect([week.status, new URL(week.url).pathname]).toEqual([200, `/weeks/${weekStart}`]);
    const choice = async () => (await bo.call('GET', `${origin}/api/notifications`)).json;
    expect(await choice()).toMatchObject({ recapMail: true });
    await fetch(linkIn(recap, '/unsubscribe/'), { method: 'POST' });
    expect(await choice()).toMatchObject({ recapMail: false });
  });
});

/** For `NODE_OPTIONS`: a program's clock, which starts at this moment. */
function clockAt(start: Date): string {
  const program = `const RealDate = Date;
    const ahead = ${start.getTime()} - RealDate.now();
    globalThis.Date = class Date extends RealDate {
      constructor(...values) {
        super(...(values.length > 0 ? values : [Date.now()]));
      }
      static now() {
        return RealDate.now() + ahead;
      }
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(program)}`;
}
