import { anExpense } from '@oinkly/contract/samples';
import { expect, test, vi } from 'vitest';
import { failing, fakeServer } from '../../../test-support/fake-server.ts';
import { prepareEachTest } from '../../../test-support/render-app.tsx';
import { browserNavigation } from '../../../shared/http/browser-navigation.ts';
import { call } from '../../../shared/http/call.ts';
import { noteLoss } from '../../../shared/http/reach.ts';
import { sender } from './sender.ts';
import { outbox } from './outbox.ts';

const CAKE = { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' } as const;

prepareEachTest();

test('changes of a signed-out user stay waiting when the page is left', async () => {
  vi.spyOn(browserNavigation, 'leaveFor').mockImplementation(() => undefined);
  fakeServer({
    'POST /api/expenses': failing(409, { message: 'Somebody else.', error_code: 'OTHER_USER' }),
  });
  await outbox.open('ana');
  outbox.append({ kind: 'add', expense: CAKE }, 'r1');
  expect(await sender.sendAll()).toBe(0);
  expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith('/');
  expect(outbox.waiting).toMatchObject([{ requestId: 'r1', refusal: null }]);
});

test('a local server gets waiting changes offline, once it has answered anything', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  noteLoss();
  const { bodiesOf } = fakeServer({ 'POST /api/expenses': anExpense(), 'GET /api/health': { status: 'ok' } });
  await outbox.open('bo');
  outbox.append({ kind: 'add', expense: CAKE }, 'r1');
  expect([await sender.sendAll(), outbox.pause, bodiesOf('POST /api/expenses')]).toEqual([0, 'network', []]);
  await call('health');
  expect([await sender.sendAll(), outbox.pause, outbox.waiting]).toEqual([1, null, []]);
});
