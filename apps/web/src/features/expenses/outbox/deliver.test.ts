import { anExpense } from '@oinkly/contract/samples';
import { expect, test, vi } from 'vitest';
import { failing, fakeServer } from '../../../test-support/fake-server.ts';
import { prepareEachTest } from '../../../test-support/render-app.tsx';
import { browserNavigation } from '../../../shared/http/browser-navigation.ts';
import { call } from '../../../shared/http/call.ts';
import { noteLoss } from '../../../shared/http/reach.ts';
import { sender } from './deliver.ts';
import { book } from './the-book.ts';

const CAKE = { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' } as const;

prepareEachTest();

test('changes of a signed-out user stay waiting when the page is left', async () => {
  vi.spyOn(browserNavigation, 'leaveFor').mockImplementation(() => undefined);
  fakeServer({
    'POST /api/expenses': failing(409, { message: 'Somebody else.', error_code: 'OTHER_USER' }),
  });
  await book.open('ana');
  book.append({ kind: 'add', expense: CAKE }, 'r1');
  expect(await sender.sendAll()).toBe(0);
  expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith('/');
  expect(book.entries()).toMatchObject([{ requestId: 'r1', refusal: null }]);
});

test('a local server gets waiting changes offline, once it has answered anything', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  noteLoss();
  const { bodiesOf } = fakeServer({ 'POST /api/expenses': anExpense(), 'GET /api/health': { status: 'ok' } });
  await book.open('bo');
  book.append({ kind: 'add', expense: CAKE }, 'r1');
  expect([await sender.sendAll(), book.stall(), bodiesOf('POST /api/expenses')]).toEqual([0, 'network', []]);
  await call('health');
  expect([await sender.sendAll(), book.stall(), book.entries()]).toEqual([1, null, []]);
});
