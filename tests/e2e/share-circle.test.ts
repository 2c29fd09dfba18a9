import type { RouteResponse } from '@oinkly/contract/endpoints';
import { recordCalls } from './support/network.ts';
import { expect, test } from './support/test.ts';
import { signUp } from './support/test-user.ts';

test('a circle opens for anyone while its link is on, naming a friend only while they agree [PD-107] [PD-23] [SEC-2]', async ({
  ana: { page, call },
  browser,
  origin,
}) => {
  const other = await browser.newContext({ baseURL: origin });
  try {
    const bo = await signUp(other.request, origin);
    await bo.call('PUT', '/api/users', {
      fullName: 'Zebulon Secret',
      weeklyBudget: 100,
      signupCompleted: true,
    });
    const { code } = (await call('GET', '/api/invite')) as RouteResponse<'getInvite'>;
    await bo.call('POST', `/api/invites/${code}/accept`);

    await page.goto('/friends');
    await page.getByRole('button', { name: 'Share the circle' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share the circle' });
    await expect(dialog.getByRole('img', { name: 'Check marks of 2 people.' })).toBeVisible();
    await dialog.getByRole('switch', { name: 'Public link' }).check();
    const link = await dialog.getByLabel('Link to your circle').inputValue();
    expect(link).toMatch(new RegExp(`^${origin}/c/[\\w-]{32}$`));

    const visitor = await (await browser.newContext({ baseURL: origin })).newPage();
    const { calls } = recordCalls(visitor);
    expect((await visitor.goto(link))?.status()).toBe(200);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('A circle, week by week');
    await expect(visitor.getByRole('listitem')).toContainText(['Who shares this', 'A friend']);
    // The page brings the circle along.
    expect(calls).toEqual([]);
    await bo.call('PUT', '/api/users', { mayBeNamed: true });
    const signed = dialog.getByRole('switch', { name: 'My first name on it' });
    await signed.click();
    await expect(signed).toBeChecked();
    await expect(signed).toHaveAttribute('aria-busy', 'false');
    await visitor.reload();
    await expect(visitor.getByRole('listitem')).toContainText(['Ana', 'Zebulon']);
    expect(await visitor.content()).not.toContain('Secret');
    await bo.call('PUT', '/api/users', { mayBeNamed: false });
    await visitor.reload();
    await expect(visitor.getByRole('listitem')).toContainText(['Ana', 'A friend']);
    expect(await visitor.content()).not.toContain('Zebulon');

    await dialog.getByRole('switch', { name: 'Public link' }).uncheck();
    await expect(page.getByText('Public link is off', { exact: true })).toBeVisible();
    expect((await visitor.goto(link))?.status()).toBe(404);
    await expect(visitor.getByRole('heading', { name: 'No circle at this link' })).toBeVisible();
    await visitor.context().close();
  } finally {
    await other.close();
  }
});
