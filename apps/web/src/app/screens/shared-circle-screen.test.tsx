import { aSharedCircle } from '@oinkly/contract/samples';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import SharedCircleScreen from './shared-circle-screen.tsx';

prepareEachTest();

function show(answer: unknown) {
  history.replaceState(null, '', '/c/abc');
  const server = fakeServer({ 'GET /api/circles/abc': answer });
  renderApp(<SharedCircleScreen />);
  return server;
}

const rowNames = async () =>
  (await screen.findAllByRole('listitem')).map((row) => row.querySelector('bdi')?.textContent);

test('a shared circle shows names of those who agreed, and says what it holds [PD-107]', async () => {
  const server = show(aSharedCircle({ more: 5 }));
  expect(await rowNames()).toEqual(['Ana', 'Bo', 'A friend', 'A guest']);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    '\u2068Ana\u2069’s circle, week by week',
  );
  expect(screen.getByText('and 5 more')).toBeTruthy();
  expect(screen.getByText(/first names of people who agreed. It holds no amounts and no ranks/)).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/[$%]/);
  expect(server.requests.map(({ url }) => url)).toEqual(['/api/circles/abc']);
});

test('an unnamed circle names no one, and tells nothing of a running week [PD-107]', async () => {
  const { rows, weekStarts } = aSharedCircle();
  show(
    aSharedCircle({
      rows: rows.map((row) => ({ ...row, name: null, kept: weekStarts.map(() => 'before') })),
    }),
  );
  expect(await rowNames()).toEqual(['Who shares this', 'A friend', 'A friend', 'A guest']);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('A circle, week by week');
  expect(screen.queryByText(/Sunday/)).toBeNull();
});

test('names are text, isolated from their surroundings [SEC-8] [PD-107]', async () => {
  const kept = aSharedCircle().weekStarts.map(() => 'kept' as const);
  show(
    aSharedCircle({
      rows: [
        { role: 'friend', name: '<img src=x>', kept },
        { role: 'friend', name: 'שרה', kept },
      ],
    }),
  );
  expect(await rowNames()).toEqual(['<img src=x>', 'שרה']);
  expect(document.querySelector('li img')).toBeNull();
});

test('an ended link has its own page, and a failure can be retried [PD-107]', async () => {
  const server = show(failing(429, { message: 'Too many requests. Please wait a moment.' }));
  expect(await screen.findByText('Too many requests. Please wait a moment.')).toBeTruthy();
  server.answer('GET /api/circles/abc', failing(404, { message: 'There’s nothing at this address.' }));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No circle at this link' })).toBeTruthy();
});
