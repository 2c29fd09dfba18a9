import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { mailAttempts, type MailAttempt } from '../monitoring/outcomes.ts';
import { describeError } from '../log/log-errors.ts';
import { startMailServer, type TestMailServer } from '../test-support/mail-server.ts';
import { MailError } from './mail-error.ts';
import { Mailer, type Mail } from './mailer.ts';

const PUBLIC_URL = new URL('https://oinkly.example');
const MAIL: Mail = {
  kind: 'test',
  to: 'ana@example.org',
  subject: 'Héllo',
  paragraphs: ['One & two.', 'Three <b>.'],
  link: { label: 'Open “it”', url: new URL('https://oinkly.example/x?a=1&b=2') },
  notes: ['A note.'],
};

let server: TestMailServer;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.close());

function mailerTo(url: URL, deadlineMs?: number): Mailer {
  return new Mailer({
    server: url,
    from: 'oinkly@example.org',
    publicUrl: PUBLIC_URL,
    ...(deadlineMs !== undefined && { deadlineMs }),
  });
}

async function failureOf(sending: Promise<void>): Promise<MailError> {
  const error: unknown = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MailError)) throw new Error('No MailError', { cause: error });
  return error;
}

test('a mail has a text and its HTML twin, without pictures or anything to load [SEC-8]', async () => {
  await mailerTo(server.url).send(MAIL);
  const [mail] = server.mails;
  expect(mail).toMatchObject({ from: 'oinkly@example.org', to: 'ana@example.org', subject: 'Héllo' });
  expect(mail?.headers.get('from')).toBe('Oinkly <oinkly@example.org>');
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail?.headers.has('list-unsubscribe')).toBe(false);
  expect(mail?.text).toBe(
    'One & two.\n\nThree <b>.\n\nOpen “it”:\nhttps://oinkly.example/x?a=1&b=2\n\nA note.\n\n-- \nOinkly\nhttps://oinkly.example',
  );
  expect(mail?.html).toContain('<p>Three &lt;b&gt;.</p>');
  expect(mail?.html).toContain('href="https://oinkly.example/x?a=1&amp;b=2"');
  expect(mail?.html).not.toMatch(/<img|<link|<script|src=|url\(/i);
});

test('the text fits 80 columns, and links stay whole', async () => {
  const url = new URL(`https://oinkly.example/${'x'.repeat(90)}`);
  const words = 'Someone, probably you, created an account at Oinkly with this email. '.repeat(5).trim();
  await mailerTo(server.url).send({
    ...MAIL,
    paragraphs: [words],
    notes: [words],
    link: { label: 'Open', url },
  });
  const text = server.mails[0]?.text ?? '';
  const lines = text.split(/\r?\n/);
  expect(lines.filter((line) => line.length > 76)).toEqual([url.href]);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`${words} Open: ${url.href} ${words}`);
});

test('a mail that can be ended has a link for one click (RFC 8058)', async () => {
  const unsubscribeUrl = new URL('https://oinkly.example/unsubscribe/abc');
  await mailerTo(server.url).send({ ...MAIL, unsubscribeUrl });
  const [mail] = server.mails;
  expect(mail?.headers.get('list-unsubscribe')).toBe('<https://oinkly.example/unsubscribe/abc>');
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(mail?.text).toContain('Unsubscribe:\nhttps://oinkly.example/unsubscribe/abc');
});

test.each(['Ana\r\nBcc: eve@example.org', 'Ana\nX: y', 'Ana\u2028Bcc: eve', 'Ana\u202E'])(
  'the subject %j adds no header and turns nothing around [SEC-8]',
  async (subject) => {
    await mailerTo(server.url).send({ ...MAIL, subject });
    const [mail] = server.mails;
    expect(mail?.headers.has('bcc')).toBe(false);
    expect(mail?.headers.has('x')).toBe(false);
    expect(mail?.subject).toMatch(/^Ana( [\w:@. ]+)?$/);
    expect(server.lines.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ana@example.org>']);
  },
);

test('a recipient with line breaks or a list of addresses is one recipient or none', async () => {
  for (const to of ['ana@example.org\r\nRCPT TO:<eve@example.org>', 'ana@example.org, eve@example.org']) {
    await mailerTo(server.url)
      .send({ ...MAIL, to })
      .catch((error: unknown) => expect(error).toBeInstanceOf(MailError));
  }
  expect(server.lines.join('\n')).not.toContain('RCPT TO:<eve@example.org>');
});

test('user and password come from the address, percent-decoded', async () => {
  const url = new URL(server.url);
  url.username = 'ana@example.org';
  url.password = encodeURIComponent('p:@/# word');
  await mailerTo(url).send(MAIL);
  const login = server.lines.find((line) => line.startsWith('AUTH PLAIN '))?.split(' ')[2] ?? '';
  expect(Buffer.from(login, 'base64').toString()).toBe('\0ana@example.org\0p:@/# word');
});

test('a server elsewhere gets neither login nor mail without encryption [SEC-21]', async () => {
  const url = new URL(server.url);
  // Leads to this machine, but is not one of its names.
  url.hostname = '0.0.0.0';
  url.username = 'ana';
  url.password = 'secret';
  const failure = await failureOf(mailerTo(url).send(MAIL));
  expect(failure.message).toContain('0.0.0.0');
  expect(failure).toMatchObject({ isFinal: false, isUnsent: true });
  expect(server.lines.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([]);
});

test.each([
  ['RCPT', '550 5.1.1 <ana@example.org>: unknown', true, 'refused the recipient (550 5.1.1)'],
  ['RCPT', '450 4.2.1 ana@example.org busy', false, 'refused the recipient (450 4.2.1)'],
  ['MAIL', '553 5.7.1 oinkly@example.org is not yours', false, 'refused the sender, MAIL_FROM (553 5.7.1)'],
  ['message', '554 5.7.1 spam from ana@example.org', true, 'refused the mail (554 5.7.1)'],
  ['DATA', '421 bye', false, 'refused the mail (421)'],
  ['connection', '554 no', false, 'refused the connection (554)'],
] as const)(
  'after %s, %s is final: %s; the error names no address [SEC-15]',
  async (at, answer, isFinal, sentence) => {
    server.answer(at, answer);
    const attempts: MailAttempt[] = [];
    onTestFinished(mailAttempts.follow((attempt) => attempts.push(attempt)));
    const failure = await failureOf(mailerTo(server.url).send(MAIL));
    expect(failure).toMatchObject({ isFinal });
    expect(failure.message).toContain(sentence);
    expect(JSON.stringify(describeError(failure))).not.toContain('@example.org');
    expect(attempts).toEqual([{ kind: 'test', outcome: isFinal ? 'refused' : 'busy' }]);
    expect(server.mails).toEqual([]);
  },
);

test('a refused login says so, and is not final', async () => {
  server.answer('AUTH', '535 5.7.8 ana@example.org has another password');
  const url = new URL(server.url);
  [url.username, url.password] = ['ana', 'secret'];
  const failure = await failureOf(mailerTo(url).send(MAIL));
  expect(failure.message).toContain('refused the user and password in SMTP_URL (535 5.7.8)');
  expect(failure).toMatchObject({ isFinal: false, isUnsent: true });
  await expect(mailerTo(url).check()).rejects.toThrow('refused the user and password');
});

test.each(['connection', 'EHLO', 'RCPT', 'DATA', 'message'] as const)(
  'a server that stops answering at %s ends the try by its deadline',
  async (at) => {
    server.answer(at, 'hang');
    const failure = await failureOf(mailerTo(server.url, 300).send(MAIL));
    expect(failure.message).toBe('The mail server 127.0.0.1 did not answer in time.');
    expect(failure).toMatchObject({ isFinal: false, isUnsent: at !== 'message' });
  },
);

test.each([
  ['EHLO', 60_000],
  ['RCPT', 60_000],
  ['DATA', 60_000],
  ['message', 600_000],
] as const)('a server that stops answering at %s ends the try after %d ms', async (at, afterMs) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  server.answer(at, 'hang');
  const settled = vi.fn();
  const reached = server.reaches(at);
  const failure = failureOf(mailerTo(server.url).send(MAIL)).finally(settled);
  await reached;
  vi.advanceTimersByTime(afterMs - 1);
  await setImmediate();
  expect(settled).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect((await failure).message).toBe('The mail server 127.0.0.1 did not answer in time.');
});

test.each(['connection', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'message'] as const)(
  'a connection that breaks at %s may have sent the mail only after the message',
  async (at) => {
    server.answer(at, 'cut');
    const failure = await failureOf(mailerTo(server.url).send(MAIL));
    expect(failure).toMatchObject({ isFinal: false, isUnsent: at !== 'message' });
  },
);

test('without a server the sentence says why, and nothing was sent', async () => {
  const failure = await failureOf(mailerTo(new URL('smtp://127.0.0.1:9')).send(MAIL));
  expect(failure.message).toBe('The mail server 127.0.0.1 was not reached (ECONNREFUSED).');
  expect(failure).toMatchObject({ code: 'ECONNREFUSED', isFinal: false, isUnsent: true });
});

test('checking connects and sends nothing', async () => {
  await mailerTo(server.url).check();
  expect(server.lines.some((line) => line.startsWith('MAIL'))).toBe(false);
});
