import { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { freePort } from '@oinkly/server/test-support/server-process';
import { expect, onTestFinished, test } from 'vitest';
import { documentedCommands } from '../documented-commands.ts';
import { SystemdMachine } from './systemd-machine.ts';

const ANA = { email: 'ana@example.org', password: 'a quiet brass trumpet' };
const HOME = /localhost:\d+\/$/;
const LUNCH = { name: 'Lunch', amount: 12.5, date: '2026-06-04', category: 'Dining' };
const DINNER = { ...LUNCH, name: 'Dinner' };
const BACKUP = '/var/lib/oinkly/oinkly.tar.gz';
/** As the server names it. */
const BEFORE_UPDATE = 'before-update-2026-01-01T00-00-00.tar.gz';
/** In tenths, of systemd's scale from 0 (closed) to 10. */
const MAX_EXPOSURE = 20;

test(
  'the documents lead to a hardened service that survives a kill, an update and a move',
  { timeout: 600_000 },
  async () => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const [install = ''] = await documentedCommands('install', 'systemd');
    const [update = ''] = await documentedCommands('run', 'Updates', 'With systemd');
    const [admin = '', withSecret = ''] = await documentedCommands('run', 'Administration', 'With systemd');
    const [restore = '', goBack = ''] = await documentedCommands('restore', 'systemd');
    const [defineAdmin = ''] = admin.split('\n');
    const home = await newMachine(port);

    const log = await home.type(install);
    expect(log).toContain('is ready at');
    expect(log).not.toContain('systemd was not told');
    expect(await fetch(`${origin}/api/ready`)).toMatchObject({ status: 200 });
    const ana = await new HttpBrowser().open(`${origin}/api/login`);
    await ana.open(ana.link('Create an account'));
    await ana.submit('Create an account', ANA, HOME);
    await addExpense(ana, LUNCH);

    expect(await home.type('systemd-analyze verify oinkly.service 2>&1')).toBe('');
    const exposure = `systemd-analyze security --threshold=${MAX_EXPOSURE} oinkly.service`;
    expect(await home.type(exposure)).toContain('Overall exposure level');
    // The database and all other children of the server too.
    expect(await home.type(RESTRICTIONS)).toBe('CapBnd: 0000000000000000\nNoNewPrivs: 1\nSeccomp: 2\n');

    await home.type('systemctl kill --signal=KILL --kill-whom=main oinkly');
    await expect.poll(() => home.type('systemctl show --property=NRestarts oinkly')).toBe('NRestarts=1\n');
    await becomeReady(origin);
    expect(await expensesAt(origin)).toEqual([LUNCH.name]);

    const backedUp = await home.type(admin);
    expect(backedUp).toContain(ANA.email);
    expect(backedUp).toContain(`Wrote ${BACKUP}: 1 user`);
    await home.type(
      `${defineAdmin}
      oinkly_admin backup /var/lib/oinkly/${BEFORE_UPDATE}
      install --directory --owner=oinkly --mode=700 /var/lib/oinkly/backups
      mv /var/lib/oinkly/${BEFORE_UPDATE} /var/lib/oinkly/backups`,
    );
    await home.type(update);
    await addExpense(await logIn(origin), DINNER);
    await home.type([defineAdmin, goBack.replace('before-update-…', BEFORE_UPDATE)].join('\n'));
    expect(await expensesAt(origin)).toEqual([LUNCH.name]);

    await home.type('systemctl stop oinkly');
    // Otherwise systemd killed it.
    expect(await home.type('systemctl show --property=Result oinkly')).toBe('Result=success\n');

    const next = await newMachine(port);
    await next.type(install);
    await next.take(home, BACKUP);
    await next.take(home, '/var/lib/oinkly/token-keys');
    expect(await next.type([defineAdmin, restore].join('\n'), '/root')).toContain('Restored 1 user');
    await next.type(USE_PLAID);
    expect(await expensesAt(origin)).toEqual([LUNCH.name]);
    await expect(next.type([defineAdmin, 'oinkly_admin users'].join('\n'))).rejects.toThrow('PLAID_SECRET');
    expect(await next.type([defineAdmin, withSecret].join('\n'))).toContain(ANA.email);
  },
);

const RESTRICTIONS = `control=$(systemctl show --property=ControlGroup --value oinkly)
  for process in $(cat "/sys/fs/cgroup$control/cgroup.procs"); do
    sed -n 's/^\\(CapBnd\\|NoNewPrivs\\|Seccomp\\):\\s*/\\1: /p' "/proc/$process/status"
  done | sort --unique`;

/** Without its secret, the server refuses to start. */
const USE_PLAID = `(umask 077 && echo sandbox-secret >/etc/oinkly/plaid-secret)
  echo PLAID_CLIENT_ID=client >>/etc/oinkly/environment
  sed --in-place '/plaid/s/^#//' /etc/systemd/system/oinkly.service
  systemctl daemon-reload && systemctl restart oinkly`;

async function newMachine(port: number): Promise<SystemdMachine> {
  const machine = await SystemdMachine.boot();
  onTestFinished(() => machine.remove(), 60_000);
  await machine.type(`mkdir --parents /etc/oinkly && echo PORT=${port} >/etc/oinkly/environment`);
  return machine;
}

async function becomeReady(origin: string): Promise<void> {
  const ready = () =>
    fetch(`${origin}/api/ready`).then(
      ({ status }) => status,
      () => null,
    );
  await expect.poll(ready, { timeout: 60_000 }).toBe(200);
}

async function logIn(origin: string): Promise<HttpBrowser> {
  const ana = await new HttpBrowser().open(`${origin}/api/login`);
  return ana.submit('Log in', ANA, HOME);
}

async function addExpense(ana: HttpBrowser, expense: typeof LUNCH): Promise<void> {
  const { origin } = new URL(ana.url);
  expect(await ana.call('POST', `${origin}/api/expenses`, expense)).toMatchObject({ status: 200 });
}

async function expensesAt(origin: string): Promise<string[]> {
  const { json } = await (await logIn(origin)).call('GET', `${origin}/api/expenses?counted=all`);
  return (json as { name: string }[]).map(({ name }) => name);
}
