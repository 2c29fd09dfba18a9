import { aSharedMap } from '@oinkly/contract/samples';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { SharedMapPage } from './shared-map-page.tsx';

prepareEachTest();

function show(answer: unknown) {
  const server = fakeServer({ 'GET /api/maps/abc': answer });
  renderApp(<SharedMapPage token="abc" />);
  return server;
}

const grid = () => screen.findByRole('grid', { name: 'Spending map of 2026' });
/** Of the map: a page that loads has another one. */
async function mapHeading(): Promise<HTMLElement> {
  await grid();
  return screen.getByRole('heading', { level: 1 });
}

test('a shared map names its owner, quip and each week in words, without amounts [PD-28] [PD-23]', async () => {
  const server = show(aSharedMap());
  const cells = within(await grid()).getAllByRole('img');
  expect(cells).toHaveLength(52);
  expect(cells.map((cell) => cell.getAttribute('aria-label')).slice(0, 9)).toEqual([
    'Dec 29 - Jan 4: not tracked',
    'Jan 5 - Jan 11: not tracked',
    ...[
      'Jan 12 - Jan 18',
      'Jan 19 - Jan 25',
      'Jan 26 - Feb 1',
      'Feb 2 - Feb 8',
      'Feb 9 - Feb 15',
      'Feb 16 - Feb 22',
    ].map((week) => `${week}: under budget`),
    'Feb 23 - Mar 1: over budget',
  ]);
  expect(cells.at(-1)?.getAttribute('aria-label')).toBe('Dec 21 - Dec 27: Future week');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('\u2068Ana\u2069’s 2026, week by week');
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(aSharedMap().quip);
  expect(document.title).toBe('\u2068Ana\u2069’s 2026, week by week · Oinkly');
  expect(document.body.textContent).not.toMatch(/[$%]/);
  expect(within(await grid()).queryByRole('link')).toBeNull();
  expect(server.requests.map(({ url }) => url)).toEqual(['/api/maps/abc']);
});

test('a week over budget is also struck through, in the map and in its legend [PD-28]', async () => {
  show(aSharedMap());
  const struck = (await grid()).querySelectorAll('.struck');
  expect(struck).toHaveLength(2);
  expect(screen.getByText('over').querySelector('.struck')).toBeTruthy();
  expect(screen.getByText('not tracked')).toBeTruthy();
});

test('the map is one stop of the Tab key, on the running week, with arrow keys inside', async () => {
  show(aSharedMap());
  const map = await grid();
  const stop = () => map.querySelector<HTMLElement>('[tabindex="0"]');
  expect(stop()?.title).toBe('Jun 1 - Jun 7: under budget');
  stop()?.focus();
  fireEvent.keyDown(map, { key: 'ArrowLeft' });
  expect(stop()?.title).toBe('May 25 - May 31: under budget');
  expect(document.activeElement).toBe(stop());
});

test('a map of 53 weeks shows them all [D-2]', async () => {
  show(aSharedMap({ year: 2028, weeks: Array.from({ length: 53 }, () => 'under') }));
  expect(within(await screen.findByRole('grid')).getAllByRole('gridcell')).toHaveLength(53);
});

test.each([
  ['markup', '<img src=x onerror=alert(1)>'],
  ['letters from right to left', 'שרה'],
])('a name of %s is text, isolated from its surroundings [SEC-8]', async (_, name) => {
  show(aSharedMap({ name }));
  expect((await mapHeading()).textContent).toBe(`\u2068${name}\u2069’s 2026, week by week`);
  expect(document.querySelector('h1 img')).toBeNull();
});

test('without a name the title is the year', async () => {
  show(aSharedMap({ name: null }));
  expect((await mapHeading()).textContent).toBe('2026, week by week');
});

test('links to creating an account', async () => {
  show(aSharedMap());
  expect((await screen.findByRole('link', { name: 'Make your own' })).getAttribute('href')).toBe('/');
});

test('a revoked or unknown link has its own page [PD-28]', async () => {
  show(failing(404, { message: 'There’s nothing at this address.' }));
  expect(await screen.findByRole('heading', { name: 'No map at this link' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Oinkly' }).getAttribute('href')).toBe('/');
});

test('a failure is not shown as a missing map, says what happened and can be retried', async () => {
  const server = show(failing(429, { message: 'Too many requests. Please wait a moment.' }));
  expect(await screen.findByText('Too many requests. Please wait a moment.')).toBeTruthy();
  server.answer('GET /api/maps/abc', aSharedMap());
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await grid()).toBeTruthy();
});
