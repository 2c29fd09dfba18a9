import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterEach, expect, test } from 'vitest';
import { MAX_CIRCLE_ROWS, type CircleRow } from '@oinkly/domain/shared-circle';
import { circlePicture, type CirclePictureSpec } from './circle-picture.ts';
import { mapPicture, type MapPictureSpec } from './map-picture.ts';
import { Pictures } from './pictures.ts';

let pictures = new Pictures();
afterEach(async () => {
  await pictures.close();
  pictures = new Pictures();
});

function aMap(over: number, fields: Partial<MapPictureSpec> = {}): MapPictureSpec {
  return {
    thing: 'map',
    format: 'link',
    address: null,
    signature: null,
    year: 2026,
    quip: `${52 - over} of 52 weeks under budget. 2026 is looking plump.`,
    counted: { under: 52 - over, closed: 52 },
    weeks: Array.from({ length: 52 }, (_, week) => (week < over ? 'over' : 'under')),
    ...fields,
  };
}

const BROKEN = aMap(0, { weeks: null as unknown as [] });

test('equal maps share one picture, drawn once even for concurrent requests', async () => {
  const [first, second] = await Promise.all([pictures.draw(aMap(1)), pictures.draw(aMap(1))]);
  expect(second).toBe(first);
  expect(pictures.has(aMap(1))).toBe(true);
  const other = await pictures.draw(aMap(2));
  expect(other.etag).not.toBe(first.etag);
  expect(other.png.equals(first.png)).toBe(false);
});

test('a picture is the same bytes whenever it is drawn', async () => {
  const before = await pictures.draw(aMap(3));
  await pictures.close();
  pictures = new Pictures();
  const after = await pictures.draw(aMap(3));
  expect(after.png.equals(before.png)).toBe(true);
  expect(after.etag).toBe(before.etag);
});

test('only the last pictures are kept', async () => {
  for (let over = 0; over <= 24; over += 1) await pictures.draw(aMap(over));
  expect([0, 1, 24].map((over) => pictures.has(aMap(over)))).toEqual([false, true, true]);
});

test('more than a few at a time are refused, and what was asked for before is drawn [SEC-13]', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 15 }, (_, over) => pictures.draw(aMap(over))),
  );
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(3);
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE' } });
  expect(pictures.has(aMap(14))).toBe(false);
  await expect(pictures.draw(aMap(14))).resolves.toBeTruthy();
});

test('one failed picture does not stop the next', async () => {
  const [broken, sound] = await Promise.allSettled([pictures.draw(BROKEN), pictures.draw(aMap(4))]);
  expect(broken.status).toBe('rejected');
  expect(sound.status).toBe('fulfilled');
  expect(pictures.has(BROKEN)).toBe(false);
});

test('closing ends the process, and the picture that it draws fails at once', async () => {
  const drawn = pictures.draw(aMap(5));
  const outcome = expect(drawn).rejects.toThrow();
  await new Promise((resolve) => setImmediate(resolve));
  await pictures.close();
  await outcome;
});

test('requests are answered while a picture is drawn: the server itself waits for nothing', async () => {
  await pictures.draw(aMap(6));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let over = 10; over < 15; over += 1) await pictures.draw(aMap(over, { format: 'story' }));
  delay.disable();
  // A picture takes a tenth of a second of a core.
  expect(delay.percentile(90) / 1e6).toBeLessThan(30);
});

test('a picture says where others find the app, unless they cannot reach it', () => {
  for (const format of ['story', 'link'] as const) {
    const at = (address: string | null) => JSON.stringify(mapPicture(aMap(3, { format, address })));
    expect(at('oinkly.example')).toContain('oinkly.example');
    expect(at(null)).not.toContain('oinkly.example');
  }
});

test('a map’s picture is signed only with a name that its fonts can draw [PD-107]', () => {
  for (const format of ['story', 'link'] as const) {
    const signed = (signature: string | null) => JSON.stringify(mapPicture(aMap(3, { format, signature })));
    expect(signed('José')).toContain('José’s weeks');
    expect(signed('שרה')).toBe(signed(null));
  }
});

const aCircle = (rows: CircleRow[], fields: Partial<CirclePictureSpec> = {}): CirclePictureSpec => ({
  thing: 'circle',
  format: 'link',
  shownBy: 'page',
  address: null,
  weekStarts: ['2026-05-18', '2026-05-25'],
  rows,
  more: 0,
  ...fields,
});
const aFriend = (name: string | null): CircleRow => ({ role: 'friend', name, kept: ['before', 'kept'] });

test('a circle’s picture names people whose names its fonts can draw, and the others by their role [PD-107]', () => {
  for (const format of ['story', 'link'] as const) {
    const drawn = (name: string | null) =>
      JSON.stringify(circlePicture(aCircle([aFriend(name)], { format })));
    expect(drawn('Zoë')).toContain('"Zoë"');
    expect(drawn('שרה')).toBe(drawn(null));
    expect(drawn(null)).toContain('"A friend"');
    expect(drawn('Zoe\u0308')).toBe(drawn('Zoë'));
  }
});

test('a circle’s picture says "Me" where its sharer sends it, and not as a page’s preview [PD-107]', () => {
  const sharer: CircleRow = { role: 'sharer', name: null, kept: ['before', 'kept'] };
  const drawn = (shownBy: 'sharer' | 'page') => JSON.stringify(circlePicture(aCircle([sharer], { shownBy })));
  expect(drawn('sharer')).toContain('"Me"');
  expect(drawn('page')).not.toContain('"Me"');
  expect(drawn('page')).toContain('"Who shares this"');
});

test('the picture of the largest circle with the longest names and address is drawn [PD-107]', async () => {
  const rows = Array.from({ length: MAX_CIRCLE_ROWS }, () => aFriend('W'.repeat(30)));
  const address = `${'w'.repeat(60)}.example/c/${'W'.repeat(32)}`;
  for (const format of ['story', 'link'] as const) {
    const spec = aCircle(rows, { format, address, more: 5 });
    expect(JSON.stringify(circlePicture(spec))).toContain('and 5 more');
    expect(JSON.stringify(circlePicture(spec))).toContain(address);
    await expect(pictures.draw(spec)).resolves.toBeTruthy();
  }
});

test('a picture writes the count of weeks of its map [PD-88]', () => {
  for (const format of ['story', 'link'] as const)
    expect(JSON.stringify(mapPicture(aMap(3, { format })))).toContain('49 of 52 weeks under budget.');
});
