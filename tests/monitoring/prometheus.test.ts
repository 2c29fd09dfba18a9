import { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { linkTestBank } from '@oinkly/server/test-support/link-test-bank';
import { startMailServer } from '@oinkly/server/test-support/mail-server';
import { startPushService, type SubscribedBrowser } from '@oinkly/server/test-support/push-service';
import { freePort, startedServer } from '@oinkly/server/test-support/server-process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { requireBrought } from '../require-brought.ts';

/** Unpacked by `scripts/bring-prometheus.mjs`. */
const PROGRAMS = fileURLToPath(new URL('../.build/prometheus/usr/bin/', import.meta.url));
const SHIPPED = fileURLToPath(new URL('../../packaging/monitoring/', import.meta.url));
const ALERT_TESTS = fileURLToPath(new URL('alerts.test.yml', import.meta.url));
const A_WHILE = { timeout: 30_000, interval: 500 };

const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});
const answer = z.object({ status: z.literal('success'), data: z.looseObject({}) });
const rules = z.object({
  groups: z.array(
    z.object({ rules: z.array(z.object({ name: z.string(), query: z.string(), state: z.string() })) }),
  ),
});

requireBrought(PROGRAMS, 'bring-prometheus');

test(
  'Prometheus reads the metrics, every plot of the dashboard has data, and a stopped server alerts',
  { timeout: 120_000 },
  async () => {
    const [dataDir, folder] = await Promise.all([newFolder('data-'), newFolder('prometheus-')]);
    const metricsPort = await freePort();
    const [mailServer, pushService] = await Promise.all([startMailServer(), startPushService()]);
    onTestFinished(() => Promise.all([mailServer.close(), pushService.close()]).then(() => undefined));
    const server = await startedServer(
      {
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
        METRICS_PORT: String(metricsPort),
        SMTP_URL: mailServer.url.href,
        MAIL_FROM: 'oinkly@example.org',
      },
      { pushOrigins: [pushService.origin] },
    );
    onTestFinished(() => server.end('SIGTERM'));
    const prometheus = await startPrometheus(folder, metricsPort);
    const ask = async (path: string) =>
      answer.parse(await (await fetch(`${prometheus}/api/v1/${path}`)).json()).data;
    const seriesOf = async (expr: string) =>
      z
        .object({ result: z.array(z.object({ metric: z.record(z.string(), z.string()) })) })
        .parse(await ask(`query?query=${encodeURIComponent(expr)}`)).result;

    const ana = await new HttpBrowser().open(`${server.origin}/api/login`);
    await ana.open(ana.link('Create an account'));
    const account = { email: 'ana@example.org', password: 'a quiet brass trumpet' };
    await ana.submit('Create an account', account, /localhost:\d+\/$/);
    await linkTestBank(ana, server.origin);
    await expect.poll(() => seriesOf('oinkly_bank_syncs_total{outcome="ok"} > 0'), A_WHILE).toHaveLength(1);
    // A push message follows; the confirmation of the email is a mail.
    await passBudget(ana, server.origin, pushService.subscribe());

    const { panels } = dashboard.parse(
      JSON.parse(await readFile(join(SHIPPED, 'grafana-dashboard.json'), 'utf8')),
    );
    // Otherwise, an alert on a misspelled metric would never fire.
    const exposed = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
    const queries = [
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...rules.parse(await ask('rules')).groups.flatMap((group) => group.rules.map(({ query }) => query)),
    ];
    for (const [name] of queries.join('\n').matchAll(/\b(oinkly|nodejs|process)_\w+/g))
      expect(exposed, name).toContain(`# TYPE ${name.replace(/_(count|bucket)$/, '')} `);

    for (const { title, targets } of panels) {
      expect(targets, title).not.toEqual([]);
      for (const { expr } of targets) {
        // Two are empty while nothing fails or waits.
        const withData = expr.replace(/ > 0$/, '').replace('{status="5xx"}', '{status="2xx"}');
        await expect.poll(() => seriesOf(withData), { ...A_WHILE, message: expr }).not.toEqual([]);
        // Prometheus leaves out a label that no metric has. The histogram's own ends in its quantile.
        const labels = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
        const [series] = await seriesOf(withData);
        expect(Object.keys(series?.metric ?? {}), expr).toEqual(
          expect.arrayContaining(labels.filter((label) => label !== 'le')),
        );
      }
    }

    const states = async () =>
      rules
        .parse(await ask('rules'))
        .groups.flatMap((group) => group.rules.map(({ name, state }) => [name, state]));
    expect(new Set((await states()).map(([, state]) => state))).toEqual(new Set(['inactive']));
    await server.end('SIGTERM');
    await expect.poll(states, A_WHILE).toContainEqual(['OinklyDown', 'pending']);
  },
);

test('each alert fires for its own fault, and none for a healthy server', async () => {
  const folder = await newFolder('alerts-');
  await cp(join(SHIPPED, 'alerts.yml'), join(folder, 'alerts.yml'));
  await cp(ALERT_TESTS, join(folder, 'test.yml'));
  execFileSync(join(PROGRAMS, 'promtool'), ['test', 'rules', join(folder, 'test.yml')], { stdio: 'pipe' });
  const namesIn = async (file: string, key: string) => {
    const text = await readFile(join(folder, file), 'utf8');
    return [...text.matchAll(new RegExp(`${key}: (Oinkly\\w+)`, 'g'))].map(([, name]) => name);
  };
  const tested = await namesIn('test.yml', 'alertname');
  for (const name of await namesIn('alerts.yml', 'alert'))
    expect(tested.filter((one) => one === name)).toHaveLength(2);
});

/** Spends more than the budget, and so sends a push message to `device`. */
async function passBudget(user: HttpBrowser, origin: string, device: SubscribedBrowser): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const calls: [string, string, object][] = [
    ['PUT', '/api/users', { weeklyBudget: 10, timeZone: 'UTC' }],
    ['PUT', '/api/notifications/kinds', { budget: true }],
    ['POST', '/api/push/subscriptions', device],
    ['POST', '/api/expenses', { name: 'Lunch', amount: 20, date: today, category: 'Dining' }],
  ];
  for (const [method, path, body] of calls)
    expect(await user.call(method, origin + path, body), path).toMatchObject({ status: 200 });
}

async function newFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Reads the metrics every second. Returns its address. */
async function startPrometheus(folder: string, metricsPort: number): Promise<string> {
  await cp(SHIPPED, folder, { recursive: true });
  const config = await readFile(join(SHIPPED, 'prometheus.yml'), 'utf8');
  const changed = config
    .replace('15s', '1s\n  evaluation_interval: 1s')
    .replace(':9464]', `:${metricsPort}]`);
  await writeFile(join(folder, 'prometheus.yml'), changed);
  execFileSync(join(PROGRAMS, 'promtool'), ['check', 'config', join(folder, 'prometheus.yml')]);
  const port = await freePort();
  const program = spawn(
    join(PROGRAMS, 'prometheus'),
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'series')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  onTestFinished(async () => {
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    await ended;
  });
  const origin = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${origin}/-/ready`).then(
          ({ status }) => status,
          () => 0,
        ),
      A_WHILE,
    )
    .toBe(200);
  return origin;
}
