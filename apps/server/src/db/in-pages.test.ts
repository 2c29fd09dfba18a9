import { expect, test } from 'vitest';
import { inPages, VALUES_PER_PAGE } from './in-pages.ts';

test('reads long lists in pages of bounded size, in order [SEC-29]', async () => {
  const values = Array.from({ length: 2 * VALUES_PER_PAGE + 1 }, (_, index) => index);
  const sizes: number[] = [];
  const rows = await inPages(values, async (page) => {
    sizes.push(page.length);
    return page.map((value) => -value);
  });
  expect(sizes).toEqual([VALUES_PER_PAGE, VALUES_PER_PAGE, 1]);
  expect(rows).toEqual(values.map((value) => -value));
});

test('sends nothing for an empty list', async () => {
  expect(await inPages([], () => Promise.reject(new Error('called')))).toEqual([]);
});
