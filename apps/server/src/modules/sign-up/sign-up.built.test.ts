import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { startAdmin, type AdminAnswer } from '../../test-support/admin-program.ts';
import { HttpBrowser } from '../../test-support/http-browser.ts';
import { copyDataFolder } from '../../test-support/prepared-data-folder.ts';
import { freePort, startedServer, type ServerProcess } from '../../test-support/server-process.ts';

const PASSWORD = 'a quiet brass trumpet';
const FRONT_PAGE = /localhost:\d+\/$/;

let dataDir: string;
let environment: Record<string, string>;
let server: ServerProcess | undefined;

async function makePlace(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'sign-up-'));
  await copyDataFolder(inject('preparedDataFolder'), dataDir);
  environment = { DATA_DIR: dataDir, PORT: String(await freePort()), SIGN_UP: 'invited' };
}

async function removePlace(): Promise<void> {
  await server?.end('SIGTERM');
  server = undefined;
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
}

async function start(settings: Record<string, string> = {}): Promise<string> {
  environment = { ...environment, ...settings };
  server = await startedServer(environment);
  return server.origin;
}

function admin(...words: string[]): Promise<AdminAnswer> {
  return startAdmin(environment, words).ended;
}

async function anInvite(): Promise<string> {
  const { stdout, stderr } = await admin('invite');
  const [link] = /https?:\S+/.exec(stdout) ?? [];
  if (link === undefined) throw new Error(stderr);
  return link;
}

/** Opens the form of a new account, from a log-in page if the address leads to one. */
async function openForm(address: string): Promise<HttpBrowser> {
  const browser = await new HttpBrowser().open(address);
  if (browser.body.includes('<h1>Log in</h1>')) await browser.open(browser.link('Create an account'));
  return browser;
}

async function send(browser: HttpBrowser, email: string): Promise<HttpBrowser> {
  return browser.submit('Create an account', { email, password: PASSWORD }, FRONT_PAGE);
}

/** Sends the form although the browser may show none. */
async function forceForm(origin: string, email: string): Promise<HttpBrowser> {
  const browser = await new HttpBrowser().open(`${origin}/api/login`);
  const form = new URLSearchParams({ email, password: PASSWORD });
  return browser.open(`${browser.url}/sign-up`, { method: 'POST', form });
}

const isIn = (browser: HttpBrowser) => FRONT_PAGE.test(browser.url);
const headings = (browser: HttpBrowser) => /<h1>(.*?)<\/h1>/.exec(browser.body)?.[1];

describe('once a server has its first account', () => {
  let origin: string;
  let ana: HttpBrowser;

  beforeAll(async () => {
    await makePlace();
    origin = await start();
    ana = await send(await openForm(`${origin}/api/login`), 'ana@example.org');
  });
  afterAll(removePlace);

  test('the first account needed no invitation, the second gets a page with a sentence [SEC-26]', async () => {
    expect(isIn(ana)).toBe(true);
    const stranger = await openForm(`${origin}/api/login`);
    expect(stranger.status).toBe(403);
    expect(headings(stranger)).toBe('Not open to everyone');
    expect(stranger.body).toContain('You need an invitation to create an account here');
    expect(stranger.body).not.toContain('<form');
    // A person with an account still finds the way in.
    await stranger.open(stranger.link('Log in'));
    await stranger.submit('Log in', { email: 'ana@example.org', password: PASSWORD }, FRONT_PAGE);
    expect(isIn(stranger)).toBe(true);
  });

  test('a refused sign-up says the same of known and unknown emails [SEC-26] [SEC-17]', async () => {
    const [known, unknown] = await Promise.all([
      forceForm(origin, 'ana@example.org'),
      forceForm(origin, 'unknown@example.org'),
    ]);
    expect([known.status, unknown.status]).toEqual([403, 403]);
    // Apart from the addresses of the two logins.
    const textOf = ({ body }: HttpBrowser) => body.replaceAll(/interaction\/[\w-]+/g, '');
    expect(textOf(known)).toBe(textOf(unknown));
  });

  test('a link by `admin invite` lets in one of the people who use it at once [SEC-26]', async () => {
    const link = await anInvite();
    const forms = await Promise.all([1, 2, 3].map(() => openForm(link)));
    // A taken email does not use up the invitation.
    const [first, ...others] = forms;
    if (!first) throw new Error('There is no form');
    expect((await send(first, 'ana@example.org')).body).toContain('You already have an account');
    const sent = await Promise.all(
      [first, ...others].map((form, index) => send(form, `dora-${index}@example.org`)),
    );
    expect(sent.filter(isIn)).toHaveLength(1);
    expect(sent.filter((browser) => !isIn(browser)).map(headings)).toEqual([
      'Not open to everyone',
      'Not open to everyone',
    ]);
    const late = await new HttpBrowser().open(link, { stopAt: /problem=/ });
    expect(late.url).toBe(`${origin}/?problem=INVITE_NOT_FOUND`);
  });

  test('`admin invites` lists open invitations, and a revoked one no longer works [SEC-26]', async () => {
    expect((await admin('invites')).stdout).toContain('No invitation is open.');
    const [lost, kept] = [await admin('invite'), await admin('invite')].map(({ stdout }) => ({
      id: /Invitation (\w+),/.exec(stdout)?.[1] ?? '',
      link: /https?:\S+/.exec(stdout)?.[0] ?? '',
    }));
    if (!lost || !kept) throw new Error('There is no invitation');
    const opened = await openForm(lost.link);
    expect((await admin('revoke-invite', lost.id)).stdout).toContain('no longer works');
    expect(headings(await send(opened, 'bo@example.org'))).toBe('Not open to everyone');
    const late = await new HttpBrowser().open(lost.link, { stopAt: /problem=/ });
    expect(late.url).toBe(`${origin}/?problem=INVITE_NOT_FOUND`);
    const list = (await admin('invites')).stdout;
    expect(list).toContain(kept.id);
    expect(list).not.toContain(lost.id);
    expect(await admin('revoke-invite', lost.id)).toMatchObject({ exitCode: 1 });
    expect(isIn(await send(await openForm(kept.link), 'bo@example.org'))).toBe(true);
  });

  test("a friend's link leads through a new account back to the invitation [SEC-26] [PD-27]", async () => {
    const { json } = await ana.call('GET', `${origin}/api/invite`);
    const page = `/invite/${(json as { code: string }).code}`;
    const cy = await openForm(`${origin}/api/login?create=1&returnTo=${encodeURIComponent(page)}`);
    await cy.submit('Create an account', { email: 'cy@example.org', password: PASSWORD }, /\/invite\//);
    expect(cy.url).toBe(origin + page);
    expect((await cy.call('GET', `${origin}/api/auth/user`)).status).toBe(200);
  });
});

describe('in a place of its own', () => {
  beforeEach(makePlace);
  afterEach(removePlace);

  test('closed sign-up admits one of several people who race for the first account, and no invitation [SEC-26]', async () => {
    const origin = await start({ SIGN_UP: 'closed' });
    const forms = await Promise.all([1, 2, 3, 4].map(() => openForm(`${origin}/api/login`)));
    const sent = await Promise.all(forms.map((form, index) => send(form, `racer-${index}@example.org`)));
    expect(sent.filter(isIn)).toHaveLength(1);
    expect(sent.filter((browser) => !isIn(browser)).map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await admin('users')).stdout.match(/racer-/g)).toHaveLength(1);
    expect(await admin('invite')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('SIGN_UP=closed refuses invitations too') as string,
    });
  });

  test('open sign-up on a public address is warned of at the start [SEC-26]', async () => {
    const PUBLIC_URL = 'https://oinkly.example';
    await start({ SIGN_UP: 'open', PUBLIC_URL });
    expect(server?.written()).toContain(
      `Anyone who reaches ${PUBLIC_URL} can create an account. SIGN_UP=invited lets in only people with an invitation.`,
    );
  });
});
