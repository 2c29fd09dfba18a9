import { expect, test, type PageUser } from './support/test.ts';
import { PASSWORD } from './support/constants.ts';
import { runUntilVisible, stopClock } from './support/clock.ts';
import { hold, recordCalls } from './support/network.ts';
import { toasts } from './support/toasts.ts';

/** Opens the wizard for a user whose progress ends before the bank step. */
async function openBankStep({ page, call }: PageUser): Promise<void> {
  await call('PUT', '/api/users', { fullName: 'Ana', weeklyBudget: 100 });
  await page.goto('/');
  await expect(page.getByText('Step 3 of 5')).toBeVisible();
}

/** Opens the bank step with a bank. The clock stops when the step receives the bank. */
async function openConnectedBankStep(newcomer: PageUser): Promise<void> {
  const { page, linkBank } = newcomer;
  await linkBank(30);
  const accounts = await hold(page, 'GET', '/api/plaid/accounts');
  await openBankStep(newcomer);
  await expect.poll(accounts.count).toBe(1);
  await stopClock(page);
  const answered = page.waitForResponse('**/api/plaid/accounts');
  accounts.release();
  await answered;
}

test('Back from step 1 leads past the used sign-up form to step 1', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email').fill(`back-${Date.now()}@example.org`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByText('Step 1 of 5')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Step 1 of 5')).toBeVisible();
});

test('step 2 asks for the goal with a readout, a number input and a slider [ONB-2]', async ({
  newcomer: { page, call },
}) => {
  await call('PUT', '/api/users', { fullName: 'Ana' });
  await page.goto('/');
  await expect(page.getByText('Step 2 of 5')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What’s your weekly spending goal?');
  await expect(page.getByText(/Most people pick \$75-\$125/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set my goal' })).toBeVisible();
  const entered = page.getByRole('spinbutton');
  const slider = page.getByRole('slider');
  const readout = page.locator('output');
  await expect(readout).toHaveText('$100.00');
  await expect(entered).toHaveValue('100');
  await expect(entered).toHaveAttribute('step', '1');
  await expect(slider).toHaveAttribute('aria-valuemin', '0');
  await expect(slider).toHaveAttribute('aria-valuemax', '1000');

  await slider.press('ArrowRight');
  await expect(readout).toHaveText('$105.00');
  await expect(entered).toHaveValue('105');
  await slider.press('Home');
  await expect(readout).toHaveText('$0.00');
  await slider.press('End');
  await expect(readout).toHaveText('$1,000.00');

  await entered.fill('137');
  await entered.press('ArrowUp');
  await expect(readout).toHaveText('$138.00');
  await entered.fill('5000');
  await expect(entered).toHaveValue('1000');
  await expect(readout).toHaveText('$1,000.00');
  await entered.fill('-20');
  await expect(readout).toHaveText('$0.00');
  await entered.fill('');
  await expect(readout).toHaveText('$0.00');
});

test('with a bank, step 3 says so for 3 seconds and continues after 1 [ONB-6]', async ({ newcomer }) => {
  const { page } = newcomer;
  await openConnectedBankStep(newcomer);
  await runUntilVisible(page, page.getByRole('heading', { level: 1, name: 'Bank Connected!' }));
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible();
  // Less than half a second for the toast code.
  await page.clock.runFor(400);
  await expect(toasts(page)).toContainText('Bank Connected!');
  await expect(toasts(page)).toContainText('Your account is ready to track spending.');
  await page.clock.runFor(500);
  await expect(page.getByText('Step 3 of 5')).toBeVisible();
  await page.clock.runFor(100);
  await expect(page.getByText('Step 4 of 5')).toBeVisible();
  await page.clock.runFor(1900);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(500);
  await expect(toasts(page)).toHaveCount(0);
});

test('each step is saved, and a return starts after the saved ones [ONB-9] [ONB-10] [API-8]', async ({
  newcomer: { page },
}) => {
  const { bodiesOf } = recordCalls(page);
  // The browser sends its time zone at some point.
  const isStep = (body: unknown) => !(body instanceof Object && 'timeZone' in body);
  const answers = () => bodiesOf('PUT /api/users').filter(isStep);
  const saved = () =>
    page.waitForResponse((response) => {
      const request = response.request();
      return request.method() === 'PUT' && isStep(request.postDataJSON());
    });
  await page.goto('/');
  await expect(page.getByText('Step 1 of 5')).toBeVisible();
  await page.getByPlaceholder('Your name').fill('  Ana ');
  await Promise.all([saved(), page.getByRole('button', { name: 'Next' }).click()]);
  await page.reload();
  await expect(page.getByText('Step 2 of 5')).toBeVisible();
  await page.getByRole('spinbutton').fill('140');
  await Promise.all([saved(), page.getByRole('button', { name: 'Set my goal' }).click()]);
  await page.reload();
  await expect(page.getByText('Step 3 of 5')).toBeVisible();
  await Promise.all([saved(), page.getByRole('button', { name: 'Skip for now' }).click()]);
  await Promise.all([saved(), page.getByRole('button', { name: 'Continue to final step' }).click()]);
  expect(answers()).toEqual([
    { fullName: 'Ana' },
    { weeklyBudget: 140 },
    { bankLinked: false },
    { friendsAdded: false },
  ]);
  await page.reload();
  await expect(page.getByText('Step 3 of 5')).toBeVisible();
});
