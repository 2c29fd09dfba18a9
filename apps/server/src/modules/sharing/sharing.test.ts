import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { SharedMap } from '@oinkly/contract/sharing';
import { DOCUMENT_TITLE } from '@oinkly/contract/product';
import type { FastifyInstance } from 'fastify';
import fc from 'fast-check';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { guests } from '../../db/tables/friends.tables.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { fakeSite } from '../../test-support/fake-site.ts';
import { stopWindows } from '../../test-support/stop-windows.ts';

/** Friday of the 23rd week of 2026. */
const NOW = '2026-06-05T19:00:00Z';
const FIRST_MONDAY = Date.UTC(2025, 11, 29);
/** Sums that appear nowhere else: no year, count, token or picture size. */
const BUDGET = 4321;
const UNDER = 1234.56;
const OVER = 9876.54;
const SECRETS = ['4321', '1234', '9876', '.56', '.54', '%', 'Secret Shop', '@example.org'];

let fake: Awaited<ReturnType<typeof fakeSite>>;
let site: FastifyInstance;
let t: TestApp;

beforeAll(async () => {
  t = await createTestApp({ startAt: NOW });
  fake = await fakeSite();
  site = await siteOf(t);
});
beforeEach(() => t.setNow(NOW));
afterAll(async () => {
  await site.close();
  await t.close();
  await fake.remove();
});

async function siteOf({ deps }: TestApp): Promise<FastifyInstance> {
  return buildApp(deps, {
    webDir: fake.folder,
    runtimeConfig: {
      supportEmail: 'help@oinkly.test',
      providers: [{ id: 'plaid', name: 'Plaid', connect: 'pages', linkLimit: null }],
      sendsMail: false,
      loginSettingsUrl: null,
    },
    logLevel: null,
  });
}

/** A user who overspent in weeks 3 and 22 and spent little in week 4. */
async function aSpender(profile: { fullName?: string; timeZone?: string } = {}): Promise<TestUser> {
  const user = await t.signUp(profile);
  await t.database.db.$client.query(
    'insert into budget_changes (user_id, day, budget_cents) values ($1, $2, $3)',
    [user.id, '2025-01-01', BUDGET * 100],
  );
  await spend(user, 3, OVER);
  await spend(user, 4, UNDER);
  await spend(user, 22, OVER);
  return user;
}

async function spend(user: TestUser, week: number, amount: number): Promise<void> {
  const date = new Date(FIRST_MONDAY + (week - 1) * 7 * 86_400_000).toISOString().slice(0, 10);
  const body = { name: 'Secret Shop', amount, date, category: 'Dining' };
  const answer = await user.send({ method: 'POST', url: '/api/expenses', body });
  expect(answer.statusCode).toBe(200);
}

const shareOf = async (user: TestUser) =>
  (await user.send({ url: '/api/map-share' })).json<RouteResponse<'getMapShare'>>();
const switchOff = (user: TestUser) => user.send({ method: 'DELETE', url: '/api/map-share' });

async function switchOn(user: TestUser): Promise<string> {
  const answer = await user.send({ method: 'POST', url: '/api/map-share' });
  const url = new URL(answer.json<{ url: string }>().url);
  expect(url.origin).toBe('http://localhost:3000');
  return url.pathname.slice('/m/'.length);
}

const urlsOf = (token: string) => [`/api/maps/${token}`, `/api/maps/${token}/picture.png`, `/m/${token}`];

function sizeOf(png: Buffer): [width: number, height: number] {
  expect(png.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  expect(png.toString('latin1', 12, 16)).toBe('IHDR');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe('what others see of a map', () => {
  test('is the name, the year, the quip of the dashboard, and each week as a word [PD-28] [PD-23]', async () => {
    const ana = await aSpender();
    const token = await switchOn(ana);
    const answer = await site.inject({ url: `/api/maps/${token}` });
    expect(answer.json()).toEqual({
      name: 'Ana',
      year: 2026,
      // Weeks 3 to 22, two of them over.
      quip: '18 of 20 weeks under budget. 2026 is looking plump.',
      counted: { under: 18, closed: 20 },
      weeks: Array.from({ length: 52 }, (_, index) => {
        const week = index + 1;
        if (week < 3) return 'untracked';
        if (week === 3 || week === 22) return 'over';
        return week <= 23 ? 'under' : 'future';
      }),
    });
  });

  test('is previewed by its owner before sharing [PD-28]', async () => {
    const ana = await aSpender();
    const { url, map } = await shareOf(ana);
    expect(url).toBeNull();
    const token = await switchOn(ana);
    expect(map).toEqual((await site.inject({ url: `/api/maps/${token}` })).json());
    expect(await shareOf(ana)).toEqual({ url: `http://localhost:3000/m/${token}`, map });
  });

  test('contains no amount, budget, share, merchant or email anywhere [PD-23] [SEC-2]', async () => {
    const ana = await aSpender();
    const token = await switchOn(ana);
    for (const url of [`/api/maps/${token}`, `/m/${token}`]) {
      const { statusCode, body } = await site.inject({ url });
      expect(statusCode).toBe(200);
      const withoutToken = body.replaceAll(token, '');
      expect(SECRETS.filter((secret) => withoutToken.includes(secret))).toEqual([]);
      expect(withoutToken).not.toContain(ana.id);
    }
  });

  test('is of the owner’s own week: where it is Monday already, one more has begun [PD-2]', async () => {
    t.setNow('2026-06-07T16:00:00Z');
    const future = async (timeZone: string) =>
      (await shareOf(await aSpender({ timeZone }))).map.weeks.filter((week) => week === 'future').length;
    expect(await future('Asia/Tokyo')).toBe(28);
    expect(await future('America/Los_Angeles')).toBe(29);
  });

  test('has 53 weeks in a year that has so many [D-2]', async () => {
    t.setNow('2028-06-05T19:00:00Z');
    const { map } = await shareOf(await t.signUp());
    expect(map).toMatchObject({ year: 2028, quip: 'No spending data yet. The year is your oyster!' });
    expect(map.weeks).toHaveLength(53);
  });

  test("uses each week's own budget, not the current one [PD-11]", async () => {
    const ana = await aSpender();
    await ana.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget: 20_000 } });
    expect((await shareOf(ana)).map.weeks[2]).toBe('over');
    await spend(ana, 23, OVER);
    expect((await shareOf(ana)).map.weeks[22]).toBe('under');
  });
});

describe('the link', () => {
  test('is off until it is switched on, and stays the same while it is on [PD-28]', async () => {
    const ana = await t.signUp();
    expect((await shareOf(ana)).url).toBeNull();
    const token = await switchOn(ana);
    expect(await switchOn(ana)).toBe(token);
    expect(Buffer.from(token, 'base64url')).toHaveLength(24);
  });

  test('that was switched off is the same 404 as an unknown one, at every URL [PD-28] [SEC-1]', async () => {
    const ana = await aSpender();
    const token = await switchOn(ana);
    for (const url of urlsOf(token)) expect((await site.inject({ url })).statusCode, url).toBe(200);
    expect((await switchOff(ana)).statusCode).toBe(200);
    expect((await shareOf(ana)).url).toBeNull();
    const unknown = urlsOf(Buffer.alloc(24, 1).toString('base64url'));
    for (const [index, url] of urlsOf(token).entries()) {
      const off = await site.inject({ url });
      const never = await site.inject({ url: unknown[index] ?? '' });
      expect(off.statusCode, url).toBe(404);
      const bare = ({ body }: { body: string }) => body.replace(/"(timestamp|request_id)":"[^"]*"/g, '');
      expect(bare(off)).toBe(bare(never));
      expect(off.headers['cache-control']).toBe('no-store');
    }
    const page = await site.inject({ url: `/m/${token}` });
    expect(page.body).toContain(`<title>${DOCUMENT_TITLE}</title>`);
    expect(page.body).not.toContain('og:');
  });

  test('that is switched on again is another one, and the old one stays dead [PD-28]', async () => {
    const ana = await t.signUp();
    const first = await switchOn(ana);
    await switchOff(ana);
    const second = await switchOn(ana);
    expect(second).not.toBe(first);
    expect((await site.inject({ url: `/api/maps/${first}` })).statusCode).toBe(404);
    expect((await site.inject({ url: `/api/maps/${second}` })).statusCode).toBe(200);
  });

  test('is deleted with its owner’s account [PD-28]', async () => {
    const ana = await t.signUp();
    const token = await switchOn(ana);
    await ana.send({ method: 'DELETE', url: '/api/user/account' });
    for (const url of urlsOf(token)) expect((await site.inject({ url })).statusCode).toBe(404);
  });

  test('only its owner can switch it [SEC-1]', async () => {
    const [ana, bea] = [await t.signUp(), await t.signUp({ fullName: 'Bea' })];
    const token = await switchOn(ana);
    await switchOff(bea);
    expect((await shareOf(bea)).url).toBeNull();
    expect((await site.inject({ url: `/api/maps/${token}` })).json<SharedMap>().name).toBe('Ana');
  });

  test.each(['x', '%00', '..%2f..%2fapi', "'%20or%201=1--", 'x'.repeat(190), `${'x'.repeat(31)}%0a`])(
    'that is malformed is a 404, not a failure: %s [SEC-14]',
    async (token) => {
      for (const url of urlsOf(token)) expect((await site.inject({ url })).statusCode, url).toBe(404);
    },
  );

  test('guessing links is limited on every path, for that network only [SEC-13]', async () => {
    const fresh = await siteOf(t);
    onTestFinished(() => fresh.close());
    const token = await switchOn(await t.signUp());
    const guess = (remoteAddress: string) =>
      fresh.inject({ url: '/api/maps/abcdefghijklmnopqrstuvwxyzabcdef', remoteAddress });
    const statuses = new Set<number>();
    for (let times = 0; times < 60; times += 1) statuses.add((await guess('10.1.1.1')).statusCode);
    expect([...statuses]).toEqual([404]);
    const refused = await guess('10.1.1.1');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const statusesOf = async (remoteAddress: string) => {
      const answers = urlsOf(token).map((url) => fresh.inject({ url, remoteAddress }));
      return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    };
    expect(await statusesOf('10.1.1.1')).toEqual([429, 429, 429]);
    expect(await statusesOf('10.1.1.2')).toEqual([200, 200, 200]);
  });
});

test('headline, description, alternative text and answer count the closed weeks [PD-88]', async () => {
  const closedWeeks = 22;
  const years = fc.array(fc.option(fc.integer({ min: 1, max: 2 * BUDGET })), {
    minLength: closedWeeks + 1,
    maxLength: closedWeeks + 1,
  });
  for (const spent of fc.sample(years, 3)) {
    const user = await t.signUp();
    await t.database.db.$client.query(
      'insert into budget_changes (user_id, day, budget_cents) values ($1, $2, $3)',
      [user.id, '2025-01-01', BUDGET * 100],
    );
    for (const [index, amount] of spent.entries()) if (amount !== null) await spend(user, index + 1, amount);
    const token = await switchOn(user);
    const map = (await site.inject({ url: `/api/maps/${token}` })).json<SharedMap>();
    const closed = map.weeks.slice(0, closedWeeks);
    const [under, over] = (['under', 'over'] as const).map(
      (verdict) => closed.filter((week) => week === verdict).length,
    ) as [number, number];
    const counted = `${under} of ${under + over} weeks under budget`;
    expect(map.counted).toEqual({ under, closed: under + over });
    expect(map.quip).toContain(counted);
    const { body } = await site.inject({ url: `/m/${token}` });
    expect(contentOf(body, 'og:description')).toContain(counted);
    expect(contentOf(body, 'og:image:alt')).toContain(`${counted}, ${over} over.`);
  }
});

const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`).exec(html)?.[1];

describe('the preview of a link', () => {
  test('has a title, a description and a picture with its whole address [PD-28]', async () => {
    const token = await switchOn(await aSpender());
    const { body, headers } = await site.inject({ url: `/m/${token}` });
    expect(contentOf(body, 'og:title')).toBe('\u2068Ana\u2069’s 2026, week by week');
    expect(contentOf(body, 'og:description')).toBe('18 of 20 weeks under budget. 2026 is looking plump.');
    expect(contentOf(body, 'description')).toBe(contentOf(body, 'og:description'));
    expect(contentOf(body, 'og:url')).toBe(`http://localhost:3000/m/${token}`);
    expect(contentOf(body, 'og:image')).toBe(`http://localhost:3000/api/maps/${token}/picture.png`);
    expect(contentOf(body, 'og:image:alt')).toContain('18 of 20 weeks under budget, 2 over.');
    expect(contentOf(body, 'twitter:card')).toBe('summary_large_image');
    expect(contentOf(body, 'robots')).toBe('noindex');
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
  });

  test.each([
    ['markup', '"/><script>alert(1)</script><b>&amp;'],
    ['80 letters', 'W'.repeat(80)],
    ['letters from right to left', 'שרה "לוי" <b>'],
  ])('holds a name of %s as text [SEC-8] [PD-28]', async (_, fullName) => {
    const token = await switchOn(await t.signUp({ fullName }));
    const { body } = await site.inject({ url: `/m/${token}` });
    // The one element is the page's own, of its data.
    expect(body.match(/<script|<b>/g)).toEqual(['<script']);
    const escaped = fullName
      .replaceAll('&', '&amp;')
      .replaceAll('"', '&quot;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;');
    expect(contentOf(body, 'og:title')).toBe(`\u2068${escaped}\u2069’s 2026, week by week`);
    expect((await site.inject({ url: `/api/maps/${token}` })).json<SharedMap>().name).toBe(fullName);
  });

  test("works without a user's name", async () => {
    const ana = await t.signUp();
    await t.database.db.$client.query('update users set full_name = null where id = $1', [ana.id]);
    const { body } = await site.inject({ url: `/m/${await switchOn(ana)}` });
    expect(contentOf(body, 'og:title')).toBe('2026, week by week');
  });

  test('that cannot be made is a failure of the page, which is still the app', async () => {
    const token = await switchOn(await t.signUp());
    const { $client } = t.database.db;
    await $client.query('alter table map_shares rename to gone');
    try {
      const answer = await site.inject({ url: `/m/${token}` });
      expect(answer.statusCode).toBe(500);
      expect(answer.body).toContain(`<title>${DOCUMENT_TITLE}</title>`);
    } finally {
      await $client.query('alter table gone rename to map_shares');
    }
  });
});

describe('the picture', () => {
  test.each([
    ['', 'story', [1080, 1920]],
    ['?format=story', 'story', [1080, 1920]],
    ['?format=link', 'link', [1200, 630]],
  ] as const)(
    'at %j is a PNG of the size of a %s, to be kept as a file [DB-12] [PD-28]',
    async (query, format, size) => {
      const ana = await aSpender();
      const answer = await ana.send({ url: `/api/map-share/picture.png${query}` });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('image/png');
      expect(answer.headers['content-disposition']).toBe(`attachment; filename="oinkly-2026-${format}.png"`);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(sizeOf(answer.rawPayload)).toEqual(size);
    },
  );

  test('in another size is refused [SEC-14]', async () => {
    const ana = await t.signUp();
    expect((await ana.send({ url: '/api/map-share/picture.png?format=poster' })).statusCode).toBe(400);
  });

  test('shows the user’s own map and no other [SEC-1]', async () => {
    const [ana, bea] = [await aSpender(), await t.signUp({ fullName: 'Bea' })];
    const pictureOf = async (user: TestUser) =>
      (await user.send({ url: '/api/map-share/picture.png?format=link' })).rawPayload;
    const [anas, beas] = [await pictureOf(ana), await pictureOf(bea)];
    expect(anas.equals(beas)).toBe(false);
    expect(anas.equals(await pictureOf(ana))).toBe(true);
    const token = await switchOn(ana);
    const shared = await site.inject({ url: `/api/maps/${token}/picture.png` });
    expect(shared.rawPayload.equals(anas)).toBe(true);
  });

  test('contains no name: equal weeks give equal pictures [PD-23]', async () => {
    const pictures = await Promise.all(
      ['Ana', 'שרה <b>'].map(async (fullName) => {
        const user = await aSpender({ fullName });
        return (await user.send({ url: '/api/map-share/picture.png' })).rawPayload;
      }),
    );
    expect(pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0))).toBe(true);
  });

  test('has the first name of its owner once they want it there [PD-107]', async () => {
    const ana = await aSpender({ fullName: 'Ana Ott' });
    const draw = async () => (await ana.send({ url: '/api/map-share/picture.png' })).rawPayload;
    const sign = (signsPictures: boolean) =>
      ana.send({ method: 'PUT', url: '/api/users', body: { signsPictures } });
    const unsigned = await draw();
    await sign(true);
    expect((await draw()).equals(unsigned)).toBe(false);
    await sign(false);
    expect((await draw()).equals(unsigned)).toBe(true);
  });

  test('has the address of the public page while there is one [PD-107]', async () => {
    const elsewhere = await siteOf({ ...t, deps: { ...t.deps, publicUrl: new URL('http://oinkly.test') } });
    onTestFinished(() => elsewhere.close());
    const { id, cookie } = await t.signUp();
    // A circle of one has no picture.
    const now = t.deps.clock();
    await t.database.db.insert(guests).values({
      ...{ userId: id, id: randomUUID(), name: 'Gus', tokenHash: randomBytes(32) },
      ...{ firstWeek: '2026-06-01', createdAt: now, lastTapAt: now },
    });
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    for (const url of ['/api/map-share', '/api/circle-share']) {
      const draw = async () => {
        const answer = await elsewhere.inject({ url: `${url}/picture.png`, headers });
        expect(answer.statusCode).toBe(200);
        return answer.rawPayload;
      };
      const before = await draw();
      await elsewhere.inject({ method: 'POST', url, headers });
      expect((await draw()).equals(before)).toBe(false);
      await elsewhere.inject({ method: 'DELETE', url, headers });
      expect((await draw()).equals(before)).toBe(true);
    }
  });

  test('of a link is revalidated each time and sent again only after a change [PD-28]', async () => {
    const ana = await aSpender();
    const url = `/api/maps/${await switchOn(ana)}/picture.png`;
    const first = await site.inject({ url });
    expect(sizeOf(first.rawPayload)).toEqual([1200, 630]);
    expect(first.headers['cache-control']).toBe('public, no-cache');
    expect(first.headers['cross-origin-resource-policy']).toBe('cross-origin');
    const etag = String(first.headers.etag);
    const again = await site.inject({ url, headers: { 'if-none-match': etag } });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
    await spend(ana, 23, OVER);
    const changed = await site.inject({ url, headers: { 'if-none-match': etag } });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
    await switchOff(ana);
    expect((await site.inject({ url, headers: { 'if-none-match': etag } })).statusCode).toBe(404);
  });

  test('is drawn a limited number of times a minute per user; cached ones always work [SEC-13]', async () => {
    stopWindows();
    const ana = await t.signUp();
    const draw = () => ana.send({ url: '/api/map-share/picture.png?format=link' });
    let drawn = 0;
    let refused: Awaited<ReturnType<typeof draw>> | undefined;
    for (let week = 1; week <= 23 && !refused; week += 1) {
      await spend(ana, week, OVER);
      const answer = await draw();
      if (answer.statusCode === 200) drawn += 1;
      else refused = answer;
    }
    expect(drawn).toBe(20);
    expect(refused?.statusCode).toBe(429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  });
});
