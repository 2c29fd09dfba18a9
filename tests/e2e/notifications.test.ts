import { finishOnboarding, signUp } from './support/test-user.ts';
import { expect, test } from './support/test.ts';

test('a notification is in the app, unread until seen there, and links to its page', async ({
  ana: { page, call },
  playwright,
  origin,
}) => {
  await call('PUT', '/api/notifications/kinds', { budget: true, friend: true });
  const spent = { name: 'Lunch', amount: 200, date: '2026-06-04', category: 'Dining' };
  await call('POST', '/api/expenses', spent);
  const { code } = (await call('GET', '/api/invite')) as { code: string };
  const request = await playwright.request.newContext({ baseURL: origin });
  const bo = await signUp(request, origin);
  await finishOnboarding(bo);
  await bo.call('PUT', '/api/users', { fullName: 'Bo' });
  await bo.call('POST', `/api/invites/${code}/accept`);
  await request.dispose();

  const bell = page.getByRole('link', { name: /^Notifications, / });
  for (const [path, width] of [
    ['/', 1280],
    ['/expenses', 320],
    ['/', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(path);
    await expect(bell).toHaveAccessibleName('Notifications, 2 new');
    await expect(bell.getByTestId('bell-dot')).toBeInViewport();
  }
  await bell.click();
  await expect(page).toHaveURL(`${origin}/notifications`);
  const rows = page.getByRole('list', { name: 'Latest' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('\u2068Bo\u2069 accepted your invitation');
  await expect(rows.last()).toContainText('You have spent all of this week’s budget');
  await expect(rows.getByText('New')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
  await expect(page.getByTestId('bell-dot')).toBeHidden();
  await rows.first().getByRole('link').click();
  await expect(page).toHaveURL(`${origin}/friends`);
  await page.goto('/notifications');
  await expect(rows).toHaveCount(2);
  await expect(rows.getByText('New')).toHaveCount(0);
});
