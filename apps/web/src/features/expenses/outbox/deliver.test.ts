import { expect, test, vi } from 'vitest';
import { failing, fakeServer } from '../../../test-support/fake-server.ts';
import { prepareEachTest } from '../../../test-support/render-app.tsx';
import { leaveFor } from '../../../shared/http/browser-navigation.ts';
import { sender } from './deliver.ts';
import { book } from './the-book.ts';

const CAKE = { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' } as const;

vi.mock('../../../shared/http/browser-navigation.ts', { spy: true });
prepareEachTest();

test('a page that has something waiting of somebody who is not signed in any more is left, and it waits on', async () => {
  vi.mocked(leaveFor).mockImplementation(() => undefined);
  fakeServer({
    'POST /api/expenses': failing(409, { message: 'Somebody else.', error_code: 'OTHER_USER' }),
  });
  book.open('ana');
  book.append({ kind: 'add', expense: CAKE }, 'r1');
  expect(await sender.sendAll()).toBe(0);
  expect(leaveFor).toHaveBeenCalledExactlyOnceWith('/');
  expect(book.entries()).toMatchObject([{ requestId: 'r1', refusal: null }]);
});
