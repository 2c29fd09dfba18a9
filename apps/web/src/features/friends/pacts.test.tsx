import type { Pact } from '@oinkly/contract/friends';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { Pacts } from './pacts.tsx';

prepareEachTest();

const pact = (name: string, rest: Partial<Pact> = {}): Pact => ({
  userId: name.toLowerCase(),
  name,
  standing: 'made',
  weeksTogether: 6,
  forgivenWeek: null,
  countsFrom: '2026-04-20',
  promisedWeek: null,
  ...rest,
});
const circle = (...names: string[]) => ({
  friends: names.map((name) => ({ userId: name.toLowerCase(), name, since: '2026-06-01T12:00:00.000Z' })),
  blocked: [],
  guests: [],
});

function show(friends: string[], pacts: unknown) {
  const server = fakeServer({
    'GET /api/friends': circle(...friends),
    'GET /api/pacts': pacts,
    'PUT /api/pacts/bo': { success: true },
    'PUT /api/pacts/cy': { success: true },
    'DELETE /api/pacts/bo': { success: true },
  });
  renderApp(<Pacts />);
  return server;
}

/** Presses like a keyboard: the pressed button has the focus. */
async function press(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}

test('a proposal is sent to the chosen friend, and shown until it is answered or withdrawn [PD-100]', async () => {
  const server = show(['Bo', 'Cy'], { pacts: [] });
  fireEvent.change(await screen.findByLabelText('Keep your weeks together with'), {
    target: { value: 'cy' },
  });
  server.answer('GET /api/pacts', {
    pacts: [pact('Cy', { standing: 'proposed', weeksTogether: null, countsFrom: null })],
  });
  await press('Propose a pact');
  await screen.findByRole('button', { name: 'Withdraw the proposal to Cy' });
  expect(screen.getByRole('option', { name: 'Bo' })).toBeTruthy();
  expect(screen.queryByRole('option', { name: 'Cy' })).toBeNull();
});

test('a friend’s proposal is agreed to or refused with one tap [PD-100]', async () => {
  const server = show(['Bo'], {
    pacts: [pact('Bo', { standing: 'received', weeksTogether: null, countsFrom: null })],
  });
  await screen.findByRole('button', { name: 'No, thanks: no pact with Bo' });
  server.answer('GET /api/pacts', { pacts: [pact('Bo', { weeksTogether: 0, countsFrom: '2099-01-05' })] });
  await press('Agree to a pact with Bo');
  await screen.findByText('Counts from Monday, January 5.');
  server.answer('GET /api/pacts', { pacts: [] });
  await press('End the pact with Bo');
  await vi.waitFor(() => expect(screen.queryByText('0 weeks together')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Pacts' }));
});

test('a pact shows its weeks and the forgiven one, for both together [PD-101]', async () => {
  show(['Bo', 'Cy'], {
    pacts: [pact('Bo', { forgivenWeek: '2026-05-11' }), pact('Cy', { weeksTogether: 1 })],
  });
  const [bo, cy] = await screen.findAllByRole('listitem');
  expect(bo?.textContent).toContain('You and Bo6 weeks togetherOne week is forgiven: the one of May 11.');
  expect(cy?.textContent).toContain('You and Cy1 week together');
});

test('a partner who is in this week is named, and no other [PD-106]', async () => {
  vi.useFakeTimers({ now: new Date('2026-06-10T12:00:00Z'), toFake: ['Date'] });
  show(['Bo', 'Cy', 'Di'], {
    pacts: [
      pact('Bo', { promisedWeek: '2026-06-08' }),
      pact('Cy'),
      // Of an answer from last week.
      pact('Di', { promisedWeek: '2026-06-01' }),
    ],
  });
  const [bo, ...others] = await screen.findAllByRole('listitem');
  expect(bo?.textContent).toContain('Bo is in this week.');
  for (const { textContent } of others) expect(textContent).not.toMatch(/\bin this week/);
});

test('a pact with a friend who is off the board has no number, and can be ended [PD-79] [PD-102]', async () => {
  show(['Bo'], { pacts: [pact('Bo', { weeksTogether: null, countsFrom: null })] });
  await screen.findByText('Hidden while one of you is off the board.');
  expect(screen.queryByText(/together$/)).toBeNull();
  expect(screen.getByRole('button', { name: 'End the pact with Bo' })).toBeTruthy();
});

test('with five pacts and proposals, none can be proposed; what a friend asks stays [PD-102]', async () => {
  const names = ['Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal'];
  const five = names.slice(0, 5).map((name) => pact(name));
  show(names, { pacts: [...five, pact('Gus', { standing: 'received' })] });
  await screen.findByRole('button', { name: 'Agree to a pact with Gus' });
  expect(screen.queryByRole('button', { name: 'Propose a pact' })).toBeNull();
});

test('pacts that did not load say so, and the rules stay readable in four lines [PD-100]', async () => {
  show(['Bo'], failing(500, { message: 'We couldn’t load your pacts.' }));
  await screen.findByText('We couldn’t load your pacts.');
  const rules = screen.getByText('How pacts work').closest('details');
  expect(within(rules as HTMLElement).getAllByRole('listitem', { hidden: true })).toHaveLength(4);
});

test('without friends there is nothing about pacts', async () => {
  const server = show([], { pacts: [] });
  await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(1));
  expect(screen.queryByText('Pacts')).toBeNull();
});

test('a pact with a guest is made at once, and says that they are one [PD-100] [PD-103]', async () => {
  const { friends: guests } = circle('Cy');
  const server = fakeServer({
    'GET /api/friends': { ...circle(), guests },
    'GET /api/pacts': { pacts: [] },
    'PUT /api/pacts/cy': { success: true },
  });
  renderApp(<Pacts />);
  const make = await screen.findByRole('button', { name: 'Make a pact' });
  expect(screen.getByRole('option', { name: 'Cy (guest)' })).toBeTruthy();
  server.answer('GET /api/pacts', { pacts: [pact('Cy', { weeksTogether: 0, countsFrom: '2099-01-05' })] });
  fireEvent.click(make);
  expect(await screen.findByText('Counts from Monday, January 5.')).toBeTruthy();
  expect(screen.getByText('You and').textContent).toBe('You and Cy (guest)');
  expect(server.bodiesOf('PUT /api/pacts/cy')).toHaveLength(1);
});
