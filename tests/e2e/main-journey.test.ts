import { expect, test } from './support/test.ts';
import { PASSWORD } from './support/constants.ts';

test.describe('onboarding [WEL-1] [WEL-2] [ONB-1] [ONB-2] [ONB-5] [ONB-6] [ONB-8] [ONB-11]', () => {
  test('a user signs up, links a bank and sees the dashboard [RT-1] [RT-2] [DB-4] [IM-1]', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Welcome to Oinkly' })).toBeVisible();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Email').fill(`journey-${Date.now()}@example.org`);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create an account' }).click();

    await expect(page.getByText('Step 1 of 5')).toBeVisible();
    await page.getByPlaceholder('Your name').fill('Ana');
    await page.getByRole('button', { name: 'Next' }).click();

    await expect(page.getByText('Step 2 of 5')).toBeVisible();
    await page.getByRole('spinbutton').fill('125');
    await page.getByRole('button', { name: 'Set my goal' }).click();

    await expect(page.getByText('Step 3 of 5')).toBeVisible();
    await page.getByRole('button', { name: 'Continue Securely with Plaid' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: /First Platypus Bank/ }).click();
    await page.getByLabel('Username').fill('user_good');
    await page.getByLabel('Password').fill('pass_good');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('button', { name: 'Connect accounts' }).click();
    await page.getByRole('button', { name: 'Finish' }).click();

    await expect(page.getByText('Redirecting you back to your account...')).toBeVisible();
    await expect(page.getByText('Step 4 of 5')).toBeVisible({ timeout: 15_000 });
    await page.getByRole('button', { name: 'Continue to final step' }).click();
    await expect(page.getByRole('heading', { name: 'You’re all set, Ana!' })).toBeVisible();
    await page.getByRole('button', { name: 'Go to my dashboard' }).click();

    await expect(page.getByText(/Good (morning|afternoon|evening), Ana/)).toBeVisible();
    await expect(page.getByText('left this week', { exact: true })).toBeVisible();
    await expect(page.getByText('2 days left, until Sunday, June 7')).toBeVisible();
    await expect(page.getByText('Checking for new transactions...')).toBeHidden({ timeout: 30_000 });
    await expect(page.getByRole('gridcell')).toHaveCount(52);
  });
});
