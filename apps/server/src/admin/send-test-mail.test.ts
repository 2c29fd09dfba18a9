import { afterEach, beforeEach, expect, test } from 'vitest';
import { startMailServer, type TestMailServer } from '../test-support/mail-server.ts';
import { checkMail } from './doctor/check-mail.ts';
import { sendTestMail } from './send-test-mail.ts';

let server: TestMailServer;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.close());

const publicUrl = new URL('https://oinkly.example');
const configOf = (url: URL) => ({ publicUrl, mail: { server: url, from: 'oinkly@example.org' } });
const send = () => sendTestMail(configOf(server.url), 'ana@example.org');

test('the command says in one sentence that the server took the mail', async () => {
  expect(await send()).toMatch(/^127\.0\.0\.1 took the mail to ana@example\.org\. /);
  expect(server.mails).toMatchObject([{ to: 'ana@example.org', subject: 'A test from Oinkly' }]);
});

test('the command says in one sentence why the mail was not taken', async () => {
  server.answer('RCPT', '550 5.1.1 no such person');
  await expect(send()).rejects.toThrow(
    /^The mail server 127\.0\.0\.1 refused the recipient \(550 5\.1\.1\)\.$/,
  );
  await expect(sendTestMail(configOf(new URL('smtp://127.0.0.1:9')), 'ana@example.org')).rejects.toThrow(
    /^The mail server 127\.0\.0\.1 was not reached \(ECONNREFUSED\)\.$/,
  );
  await expect(sendTestMail({ publicUrl, mail: null }, 'ana@example.org')).rejects.toThrow(
    'Mail is off: set SMTP_URL and MAIL_FROM.',
  );
});

test('the doctor logs in to the mail server and sends nothing', async () => {
  expect(await checkMail(configOf(server.url))).toMatchObject({ part: 'mail', state: 'fine' });
  expect(server.mails).toEqual([]);
  expect(await checkMail({ publicUrl, mail: null })).toMatchObject({ state: 'fine' });
  const away = await checkMail(configOf(new URL('smtp://127.0.0.1:9')));
  expect(away).toMatchObject({ state: 'wrong' });
  expect(away.sentence).toContain('was not reached (ECONNREFUSED). Check SMTP_URL.');
});
