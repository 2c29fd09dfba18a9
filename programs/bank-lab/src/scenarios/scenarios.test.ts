import { describe, expect, test } from 'vitest';
import { startTestLab, textOf, type TestLab } from '../test-support/test-lab.ts';
import { scenarios } from './all-scenarios.ts';
import { servicesOf } from './scenario.ts';

/** A scenario of these only shows what the app does, or needs no bank. */
const changeNothing = [
  'pending-parameter',
  'range-over-90-days',
  'one-request-per-account',
  'redirected-elsewhere',
  'claim-refused-in-other-words',
  'claim-answered-with-a-page',
  'token-for-a-private-address',
];

/** Only the time moves. */
const waits = new Map([
  ['Stay down for a week', '7 days ahead of reality'],
  ['Keep it for twelve days', '12 days ahead of reality'],
  ['Report neither the next day', '1 day ahead of reality'],
  ['Let two weeks pass', '14 days ahead of reality'],
]);

const runs = scenarios.flatMap((scenario) =>
  servicesOf(scenario).map((service) => ({ ...scenario, service })),
);

/** What a bank of both services answers, without what differs from one answer to the next. */
async function readerOf(lab: TestLab): Promise<() => Promise<string>> {
  const token = await lab.useToken();
  const item = await lab.useItem();
  return async () => {
    const simplefin = await token.readAccounts();
    const sync = await item.call('/transactions/sync', { count: 500 });
    const about = await item.call('/item/get');
    const { items } = await lab.controls.plaid('/items/list');
    const plaid = sync.body.replace(/"(request_id|next_cursor)":"[^"]*"/g, '');
    const { item: known, status } = about.json<{ item?: { error: unknown }; status?: object }>();
    const error = known?.error ?? null;
    const count = (items as unknown[]).length;
    return JSON.stringify([
      ...[simplefin.statusCode, simplefin.body, sync.statusCode, plaid],
      ...[error, status, count],
    ]);
  };
}

test('the scenarios have distinct, speaking ids, and say what bank and app do', () => {
  const ids = scenarios.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const scenario of scenarios) {
    expect(scenario.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
    expect(servicesOf(scenario)).not.toEqual([]);
    for (const text of [scenario.bankDoes, scenario.rightAppDoes]) expect(text).toMatch(/^[A-Z].*\.$/);
  }
});

describe.each(runs)('$id at $service', ({ id, service, steps }) => {
  test('runs all steps, each of which changes what the bank says', async () => {
    const lab = await startTestLab();
    if (id === 'one-bank-needs-attention') await lab.useItem('ins_109511');
    const read = await readerOf(lab);
    let before = await read();
    expect(await read()).toBe(before);
    for (const [index, { title }] of (steps[service] ?? []).entries()) {
      const answer = await lab.nextStep(id, { service, steps_done: index });
      expect(answer.statusCode, answer.body).toBe(200);
      const next = steps[service]?.[index + 1]?.title ?? null;
      expect(answer.json()).toMatchObject({ scenario: id, service, done: title, next });
      // It would wait forever.
      if (title === 'Don’t answer once') break;
      const after = await read();
      const isLate = title.startsWith('Answer once after');
      const waited = waits.get(title);
      if (waited !== undefined) expect(textOf((await lab.get('/')).body)).toContain(waited);
      else if (!changeNothing.includes(id) && !isLate) expect(after, title).not.toBe(before);
      before = after;
    }
  });
});

describe('what the requests show', () => {
  const verdictOf = async (
    id: string,
    send: (read: (query: string) => Promise<unknown>) => Promise<void>,
  ) => {
    const lab = await startTestLab();
    const { readAccounts } = await lab.useToken();
    expect((await lab.nextStep(id)).json()).toMatchObject({ verdict: { isRight: null } });
    await send(readAccounts);
    const page = textOf((await lab.get('/scenarios')).body);
    return page;
  };
  const secondsAgo = (days: number) => Date.parse('2026-06-10T00:00:00Z') / 1000 - days * 86_400;
  const from = (days: number) => `version=2&start-date=${secondsAgo(days)}`;

  test.each<[id: string, queries: string[], said: string]>([
    ['pending-parameter', ['pending=1', 'version=2'], 'Your app sent 2 requests, none with another value.'],
    ['pending-parameter', ['pending=1', 'pending=0'], 'Your app sent pending=0: 400.'],
    ['range-over-90-days', [from(80)], 'Your app sent 1 request, none for more than 90 days.'],
    [
      'range-over-90-days',
      [from(100), 'version=2', from(10)],
      '2 requests had more than 90 days and were cut.',
    ],
    ['one-request-per-account', [from(3)], 'Your app sent 1 request, each for all accounts.'],
    [
      'one-request-per-account',
      ['account=ACT-1', 'account=ACT-2', 'account=ACT-2'],
      'Your app sent 3 requests for 2 single accounts.',
    ],
    [
      'one-request-per-account',
      Array.from({ length: 25 }, () => 'balances-only=1'),
      'Your app sent 25 requests: SimpleFIN expects at most 24 a day.',
    ],
    ['refused-for-too-many-requests', [from(3)], 'Your app asked once, and not again within a day.'],
    [
      'refused-for-too-many-requests',
      [from(3), from(3)],
      'Your app sent 1 request more within a day of the refusal.',
    ],
    ['new-bank-on-an-old-token', [from(80)], 'Your app asked for none of the days before the last 90.'],
    // Both are cut to the last 90 days.
    [
      'new-bank-on-an-old-token',
      ['version=2', from(170)],
      'Your app asked for none of the days before the last 90.',
    ],
    [
      'new-bank-on-an-old-token',
      [from(80), `${from(170)}&end-date=${secondsAgo(91)}`],
      'Your app asked for the days before the last 90 too.',
    ],
  ])('%s, after %j', async (id, queries, said) => {
    const page = await verdictOf(id, async (read) => {
      for (const query of queries) await read(query);
    });
    expect(page).toContain(said);
  });
});

describe('a step', () => {
  test('that two clicks ask for is taken once', async () => {
    const lab = await startTestLab();
    const { readAccounts } = await lab.useToken();
    const form = { service: 'simplefin', steps_done: '0' };
    const click = () => lab.post('/scenarios/pending-beside-posted', form);
    const [first, second] = await Promise.all([click(), click()]);
    expect([first.statusCode, second.statusCode]).toEqual([303, 400]);
    expect(textOf(second.body)).toContain('This step was taken already.');
    expect(textOf(second.body)).toContain('Next: Report it as posted too');
    expect((await readAccounts()).body.match(/JUNIPER TABLE/g)).toHaveLength(1);
  });

  test('of a token that was disabled says so, and the scenario can start again', async () => {
    const lab = await startTestLab();
    const { tokenId } = await lab.useToken();
    await lab.nextStep('pending-beside-posted');
    await lab.controls.simplefin('/tokens/disable', { token_id: tokenId });
    const refused = await lab.nextStep('pending-beside-posted', { steps_done: 1 });
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { error: 'The token of this scenario was disabled. Start the scenario again.' },
    ]);
    expect((await lab.nextStep('pending-beside-posted')).json()).toEqual({
      error: 'Give your app a SimpleFIN setup token first.',
    });
    await lab.useToken();
    expect((await lab.nextStep('pending-beside-posted', { steps_done: 0 })).statusCode).toBe(200);
  });

  test('of a bank at Plaid that was removed says so, and the scenario can start again', async () => {
    const lab = await startTestLab();
    const { itemId } = await lab.useItem();
    const body = { service: 'plaid' };
    await lab.nextStep('pending-counted-twice', body);
    await lab.controls.plaid('/item/remove', { item_id: itemId });
    expect((await lab.nextStep('pending-counted-twice', body)).json()).toEqual({
      error: 'The bank of this scenario was removed. Start the scenario again.',
    });
    await lab.useItem();
    expect((await lab.nextStep('pending-counted-twice', { ...body, steps_done: 0 })).statusCode).toBe(200);
  });

  test('that the bank or the clock refuses is answered with 400, and its scenario can start over', async () => {
    const lab = await startTestLab();
    const token = await lab.useToken();
    await lab.nextStep('outage-for-days', { service: 'simplefin' });
    await lab.submit('/clock', { move: 'to', day: '2031-06-05' });
    const tooFar = await lab.nextStep('outage-for-days', { service: 'simplefin' });
    expect([tooFar.statusCode, tooFar.json()]).toEqual([
      400,
      { error: 'Choose a day within five years of the real one.' },
    ]);
    await lab.submit('/clock', { move: 'now' });

    await lab.nextStep('refused-for-too-many-requests');
    expect((await token.readAccounts()).statusCode).toBe(429);
    await lab.nextStep('pending-beside-posted');
    const { tokens } = await lab.controls.simplefin('/tokens/list');
    const [{ conn_id } = { conn_id: '' }] =
      (tokens as { connections: { conn_id: string }[] }[])[0]?.connections ?? [];
    await lab.controls.simplefin('/connections/remove', { conn_id });
    const gone = await lab.nextStep('pending-beside-posted');
    expect([gone.statusCode, gone.json<{ error: string }>().error]).toEqual([
      400,
      expect.stringContaining('There is no transaction'),
    ]);
    for (const id of ['pending-beside-posted', 'refused-for-too-many-requests']) {
      expect((await lab.get('/scenarios')).body).toContain(`action="/scenarios/${id}/start-over"`);
      const page = await lab.submit(`/scenarios/${id}/start-over`, { service: 'simplefin' });
      expect(page).not.toContain(`action="/scenarios/${id}/start-over"`);
      expect((await lab.nextStep(id, { steps_done: 0 })).statusCode).toBe(200);
      await lab.submit(`/scenarios/${id}/start-over`, { service: 'simplefin' });
    }
    // The fault is over too.
    expect((await token.readAccounts()).statusCode).toBe(200);
  });

  test('is of the bank that was linked last, also when the clock went back since', async () => {
    const lab = await startTestLab();
    await lab.submit('/clock', { move: 'week' });
    await lab.useItem();
    await lab.submit('/clock', { move: 'now' });
    const last = await lab.useItem();
    await lab.nextStep('pending-counted-twice', { service: 'plaid' });
    expect((await last.call('/transactions/sync', { count: 500 })).body).toContain('Juniper Table');
    const page = (await lab.get('/banks')).body;
    expect([...page.matchAll(/href="\/banks\/plaid\/([^"]+)"/g)].map(([, id]) => id)[0]).toBe(last.itemId);
  });

  test('watches on after the log of requests was cleared', async () => {
    const lab = await startTestLab();
    const { tokenId, readAccounts } = await lab.useToken();
    await readAccounts();
    await lab.nextStep('pending-parameter');
    await lab.submit('/requests/clear', { token_id: tokenId });
    await readAccounts();
    expect(textOf((await lab.get('/scenarios')).body)).toContain('Your app sent 1 request, none with');
  });

  test('that fails can be taken again', async () => {
    const lab = await startTestLab();
    expect((await lab.nextStep('near-midnight')).json()).toEqual({
      error: 'Give your app a SimpleFIN setup token first.',
    });
    await lab.useToken();
    expect((await lab.nextStep('near-midnight')).statusCode).toBe(200);
  });

  test('is of the bank that was linked last, also after another was linked', async () => {
    const lab = await startTestLab();
    const first = await lab.useToken();
    await lab.nextStep('pending-beside-posted');
    await lab.useToken();
    await lab.nextStep('pending-beside-posted');
    expect((await first.readAccounts()).body.match(/JUNIPER TABLE/g)).toHaveLength(2);
  });

  test('of an unknown scenario, or with other fields, is refused', async () => {
    const lab = await startTestLab();
    expect((await lab.nextStep('unknown')).statusCode).toBe(400);
    expect((await lab.nextStep('near-midnight', { servic: 'plaid' })).statusCode).toBe(400);
  });
});
