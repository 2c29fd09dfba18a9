import { expect, test } from './support/test.ts';
import { recordCalls } from './support/network.ts';

test('the preview walks through all five steps with sample data and makes no call at all [ONB-12] [RT-6]', async ({
  page,
}) => {
  const { calls } = recordCalls(page);
  await page.goto('/onboarding-preview');
  await expect(page.getByText('Step 1 of 5')).toBeVisible();
  await expect(page.getByPlaceholder('Your name')).not.toHaveValue('');
  await page.getByPlaceholder('Your name').fill('Robin');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('spinbutton').fill('300');
  await expect(page.getByText('Big spender mode')).toBeVisible();
  await page.getByRole('button', { name: 'Set my goal' }).click();
  await page.getByRole('button', { name: /^Continue Securely with/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bank Connected!');
  await expect(page.getByText('Step 4 of 5')).toBeVisible();
  await page.getByRole('button', { name: 'Continue to final step' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're all set, Robin!");
  await expect(page.getByText('of $300.00 spent')).toBeVisible();
  expect(calls).toEqual([]);
});

test('the step switcher stands on every step and leads to each [ONB-12]', async ({ page }) => {
  await page.goto('/onboarding-preview');
  const switcher = page.getByRole('navigation', { name: 'Preview steps' });
  for (const step of [5, 2, 4, 3, 1]) {
    await switcher.getByRole('button', { name: `Step ${step}` }).click();
    await expect(page.getByText(`Step ${step} of 5`)).toBeVisible();
    await expect(switcher.getByRole('button', { name: `Step ${step}` })).toHaveAttribute(
      'aria-current',
      'step',
    );
    await expect(switcher).toBeInViewport();
  }
});

test('its last button goes to / [ONB-12]', async ({ reader: { page } }) => {
  await page.goto('/onboarding-preview');
  await page
    .getByRole('navigation', { name: 'Preview steps' })
    .getByRole('button', { name: 'Step 5' })
    .click();
  await page.getByRole('button', { name: 'Go to my dashboard' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
});

test('the sample week is kept in memory: added to, ticked, removed from, reset, and gone with the page [LC-1] [PD-60]', async ({
  page,
}) => {
  const { calls } = recordCalls(page);
  await page.goto('/onboarding-preview');
  const last = page
    .getByRole('navigation', { name: 'Preview steps' })
    .getByRole('button', { name: 'Step 5' });
  await last.click();
  const week = page.getByRole('region', { name: 'A sample week' });
  const rows = week.getByRole('listitem');
  const spent = week.getByText(/of \$100\.00 spent/);
  const before = await rows.count();
  expect(before).toBeGreaterThan(0);
  const sum = async () =>
    Number((await spent.textContent())?.match(/\$([\d,.]+) of/)?.[1]?.replaceAll(',', ''));
  const sumBefore = await sum();

  await week.getByLabel('Expense').fill('Cake');
  await week.getByLabel('Amount').fill('$7.50');
  await week.getByRole('button', { name: 'Add to the sample' }).click();
  await expect(rows).toHaveCount(before + 1);
  expect(await sum()).toBeCloseTo(sumBefore + 7.5, 2);

  const tick = week.getByRole('checkbox', { name: 'Cake is paid' });
  await expect(tick).not.toBeChecked();
  await tick.click();
  await expect(tick).toBeChecked();
  await tick.click();
  await expect(tick).not.toBeChecked();

  await week.getByRole('button', { name: 'Remove Cake' }).click();
  await expect(rows).toHaveCount(before);
  expect(await sum()).toBeCloseTo(sumBefore, 2);

  await week.getByRole('button', { name: 'Reset the month' }).click();
  await expect(rows).toHaveCount(0);
  expect(await sum()).toBe(0);

  await page.reload();
  await last.click();
  await expect(rows).toHaveCount(before);
  expect(calls).toEqual([]);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});
