import { expect, test } from './support/test.ts';

test('a square opens its week, keys turn it, Back returns, and an edit changes its total [PD-70] [PD-72]', async ({
  ana: { page, call },
}) => {
  await call('POST', '/api/expenses', { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' });
  await call('POST', '/api/expenses', { name: 'Rug', amount: 140, date: '2026-05-27', category: 'Shopping' });
  await page.goto('/');
  await page
    .getByRole('grid')
    .getByRole('link', { name: /^May 25 - May 31/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'May 25 - May 31' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('$15.00 over');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { level: 1, name: 'Jun 1 - Jun 7' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('$116.00 left');
  await expect(page).toHaveTitle('Jun 1 - Jun 7 · Oinkly');
  await page.goBack();
  await expect(page.getByRole('grid', { name: 'Spending map of 2026' })).toBeVisible();

  await page.goto('/weeks/2026-05-25');
  await page.getByRole('button', { name: /Rug/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Rug' });
  await sheet.getByLabel('Amount').fill('40');
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('$85.00 left');
});
