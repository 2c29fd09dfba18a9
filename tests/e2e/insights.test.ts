import { expect, test } from './support/test.ts';

test('the sums of a chart are beside its columns, however large they are', async ({ ana }) => {
  const { page } = ana;
  const largest = { name: 'House', amount: 9_999_999.99, date: '2026-06-05', category: 'Other' };
  await ana.call('POST', '/api/expenses', largest);
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/insights');
    const sums = page.getByTestId('sum-of-line');
    await expect(sums.last()).toHaveText('$10,000,000');
    const covered = await page.evaluate(
      () =>
        [...document.querySelectorAll('[data-testid=sum-of-line]')].filter((sum) => {
          const columns = sum.parentElement?.parentElement?.querySelectorAll('[data-testid=column]') ?? [];
          const left = sum.getBoundingClientRect().left;
          return [...columns].some((column) => column.getBoundingClientRect().right > left);
        }).length,
    );
    expect(covered, `${width} px`).toBe(0);
  }
});
