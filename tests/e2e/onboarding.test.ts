import { expect, test, type Person } from './support/test.ts';
import { runUntilVisible, stopClock } from './support/clock.ts';
import { answer, hold, recordCalls } from './support/network.ts';
import { toasts } from './support/toasts.ts';

/** Opens the wizard of somebody whose saved progress ends before the bank step. */
async function openBankStep({ page, call }: Person): Promise<void> {
  await call('PUT', '/api/users', { fullName: 'Ana', weeklyBudget: 100 });
  await page.goto('/');
  await expect(page.getByText('Step 3 of 5')).toBeVisible();
}

/** Opens the bank step of somebody with a bank. The clock stands still from the moment in which the step hears of the bank. */
async function openConnectedBankStep(newcomer: Person): Promise<void> {
  const { page, linkBank } = newcomer;
  await linkBank(30);
  const accounts = await hold(page, 'GET', '/api/plaid/accounts');
  await openBankStep(newcomer);
  await stopClock(page);
  accounts.release();
  await page.waitForResponse('**/api/plaid/accounts');
}

/** Goes to the last step without a bank. */
async function openFinishStep(newcomer: Person): Promise<void> {
  await openBankStep(newcomer);
  await newcomer.page.getByRole('button', { name: 'Skip for now' }).click();
  await newcomer.page.getByRole('button', { name: 'Continue to final step' }).click();
  await expect(newcomer.page.getByText('Step 5 of 5')).toBeVisible();
}

test('step 1 asks for the name and lets nobody on while it is blank [ONB-1]', async ({
  newcomer: { page },
}) => {
  await page.goto('/');
  await expect(page.getByText('Step 1 of 5')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What should we call you?');
  await expect(page.getByText(/appears in maps and (on )?the leaderboard/)).toBeVisible();
  const name = page.getByPlaceholder('Your name');
  const next = page.getByRole('button', { name: 'Next' });
  await expect(next).toBeDisabled();
  await name.fill('  \t ');
  await expect(next).toBeDisabled();
  await name.press('Enter');
  await expect(page.getByText('Step 1 of 5')).toBeVisible();
  await name.fill('  Ana  ');
  await expect(next).toBeEnabled();
  await name.press('Enter');
  await expect(page.getByText('Step 2 of 5')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('step 2 asks for the goal with a readout, a number input and a slider [ONB-2]', async ({
  newcomer: { page, call },
}) => {
  await call('PUT', '/api/users', { fullName: 'Ana' });
  await page.goto('/');
  await expect(page.getByText('Step 2 of 5')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("What's your weekly spending goal?");
  await expect(page.getByText(/Most people pick \$75-\$125/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set my goal' })).toBeVisible();
  const typed = page.getByRole('spinbutton');
  const slider = page.getByRole('slider');
  const readout = page.locator('output');
  await expect(readout).toHaveText('$100.00');
  await expect(typed).toHaveValue('100');
  await expect(typed).toHaveAttribute('step', '1');
  await expect(slider).toHaveAttribute('aria-valuemin', '0');
  await expect(slider).toHaveAttribute('aria-valuemax', '1000');

  await slider.press('ArrowRight');
  await expect(readout).toHaveText('$105.00');
  await expect(typed).toHaveValue('105');
  await slider.press('Home');
  await expect(readout).toHaveText('$0.00');
  await slider.press('End');
  await expect(readout).toHaveText('$1,000.00');

  await typed.fill('137');
  await typed.press('ArrowUp');
  await expect(readout).toHaveText('$138.00');
  await typed.fill('5000');
  await expect(typed).toHaveValue('1000');
  await expect(readout).toHaveText('$1,000.00');
  await typed.fill('-20');
  await expect(readout).toHaveText('$0.00');
  await typed.fill('');
  await expect(readout).toHaveText('$0.00');
});

test('step 2 describes the spending style at each threshold [ONB-3]', async ({
  newcomer: { page, call },
}) => {
  await call('PUT', '/api/users', { fullName: 'Ana' });
  await page.goto('/');
  for (const [budget, caption] of [
    ['0', 'Just getting started?'],
    ['1', 'Super conservative!'],
    ['49', 'Super conservative!'],
    ['50', 'Conservative spender'],
    ['74', 'Conservative spender'],
    ['75', 'Balanced approach'],
    ['124', 'Balanced approach'],
    ['125', 'Living it up!'],
    ['199', 'Living it up!'],
    ['200', 'Big spender mode'],
    ['499', 'Big spender mode'],
    ['500', 'High roller!'],
    ['1000', 'High roller!'],
  ] as const) {
    await page.getByRole('spinbutton').fill(budget);
    await expect(page.getByText(caption, { exact: true })).toBeVisible();
  }
});

test('step 3 says how safe and quick linking is and answers questions [ONB-4]', async ({ newcomer }) => {
  await openBankStep(newcomer);
  const { page } = newcomer;
  await expect(page.getByText(/30 seconds/)).toBeVisible();
  await expect(page.getByText(/12,000\+ institutions/)).toBeVisible();
  await expect(page.getByText('You log in at your bank')).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(4);
  const questions = page.getByRole('region', { name: 'Frequently asked questions' });
  await expect(questions.getByText(/choose your bank on its page/)).toBeHidden();
  await questions.getByText('What is Plaid?').click();
  await expect(questions.getByText(/choose your bank on its page/)).toBeVisible();
});

test("'Continue Securely with Plaid' navigates to the server, which opens the provider's pages [ONB-5] [API-15]", async ({
  newcomer,
}) => {
  await openBankStep(newcomer);
  const { page } = newcomer;
  const { requests } = recordCalls(page);
  await page.getByRole('button', { name: 'Continue Securely with Plaid' }).click();
  await expect(page).toHaveURL(/\/plaid-emulator\/hosted-link\//);
  const opened = requests.find((request) => request.url().endsWith('/api/plaid/create-link-token'));
  expect(opened?.isNavigationRequest()).toBe(true);
  expect(opened?.method()).toBe('GET');
});

test("'Skip for now' goes on without a bank [ONB-5]", async ({ newcomer }) => {
  await openBankStep(newcomer);
  await newcomer.page.getByRole('button', { name: 'Skip for now' }).click();
  await expect(newcomer.page.getByText('Step 4 of 5')).toBeVisible();
  await expect(newcomer.page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('with a bank, step 3 says so for 3 seconds and goes on by itself after 1 [ONB-6]', async ({
  newcomer,
}) => {
  const { page } = newcomer;
  await openConnectedBankStep(newcomer);
  await runUntilVisible(page, page.getByRole('heading', { level: 1, name: 'Bank Connected!' }));
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible();
  // Less than half a second for the code of the notification area.
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

test("with a bank, 'Continue' on step 3 does not wait [ONB-6]", async ({ newcomer }) => {
  const { page } = newcomer;
  await openConnectedBankStep(newcomer);
  await runUntilVisible(page, page.getByRole('button', { name: 'Continue', exact: true }));
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText('Step 4 of 5')).toBeVisible();
  // The timer of the step that was left must not push the person past this one.
  await page.clock.runFor(5000);
  await expect(page.getByText('Step 4 of 5')).toBeVisible();
});

test("step 4 invites by text message, e-mail or copying, each with the site's own address [ONB-7]", async ({
  newcomer,
  origin,
}) => {
  const { page } = newcomer;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openBankStep(newcomer);
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invite your friends');
  const targetOf = async (name: RegExp) =>
    decodeURIComponent((await page.getByRole('link', { name }).getAttribute('href')) ?? '');
  expect(await targetOf(/text message/)).toMatch(/^sms:/);
  expect(await targetOf(/text message/)).toContain(origin);
  expect(await targetOf(/email/)).toMatch(/^mailto:/);
  expect(await targetOf(/email/)).toContain(origin);
  await page.getByRole('button', { name: /copy the invite message/i }).click();
  await expect(page.getByText('Copied!', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(origin);
  await page.getByRole('button', { name: 'Continue to final step' }).click();
  await expect(page.getByText('Step 5 of 5')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite Friends' })).toHaveCount(0);
});

test('where the browser does not let a page copy, the invite message is there to be copied by hand [ONB-7]', async ({
  newcomer,
  origin,
}) => {
  const { page } = newcomer;
  await page.addInitScript(() => {
    Object.defineProperty(navigator.clipboard, 'writeText', {
      value: () => Promise.reject(new DOMException('No', 'NotAllowedError')),
    });
  });
  await openBankStep(newcomer);
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await page.getByRole('button', { name: /copy the invite message/i }).click();
  await expect(page.getByRole('textbox')).toHaveValue(new RegExp(origin));
});

test('step 5 offers what is still open: the bank, on step 3, and the friends, on step 4 [ONB-8]', async ({
  newcomer,
}) => {
  await openFinishStep(newcomer);
  const { page } = newcomer;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're all set, Ana!");
  await expect(page.getByRole('button', { name: 'Go to my dashboard' })).toBeVisible();
  await page.getByRole('button', { name: 'Link My Bank Now' }).click();
  await expect(page.getByText('Step 3 of 5')).toBeVisible();
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await page.getByRole('button', { name: 'Continue to final step' }).click();
  await page.getByRole('button', { name: 'Invite Friends' }).click();
  await expect(page.getByText('Step 4 of 5')).toBeVisible();
});

test('step 5 offers neither when both are done [ONB-8]', async ({ newcomer }) => {
  const { page, call, linkBank } = newcomer;
  await call('PUT', '/api/users', { fullName: 'Ana', weeklyBudget: 100, friendsAdded: true });
  await linkBank(30);
  await page.goto('/');
  await expect(page.getByText('Step 4 of 5')).toBeVisible();
  await page.getByRole('button', { name: 'Continue to final step' }).click();
  await expect(page.getByRole('button', { name: 'Go to my dashboard' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Link My Bank Now' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Invite Friends' })).toHaveCount(0);
});

test('each step is saved by itself, and a return starts where the saved progress ends [ONB-9] [ONB-10] [API-8]', async ({
  newcomer: { page },
}) => {
  const { bodiesOf } = recordCalls(page);
  // The browser tells its time zone by itself, sooner or later.
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

test('a step that was not saved is only logged, and finishing saves it with the rest [ONB-10] [ONB-11]', async ({
  newcomer: { page, call },
  consoleErrors,
}) => {
  consoleErrors.expectStatus(500);
  await page.goto('/');
  await expect(page.getByText('Step 1 of 5')).toBeVisible();
  await answer(page, 'PUT', '/api/users', { status: 500, text: 'down' });
  await page.getByPlaceholder('Your name').fill('Ana');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('spinbutton').fill('140');
  await page.getByRole('button', { name: 'Set my goal' }).click();
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await page.getByRole('button', { name: 'Continue to final step' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're all set, Ana!");
  await expect(toasts(page)).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Go to my dashboard' }).click();
  await expect(page.getByText('Good afternoon, Ana')).toBeVisible();
  expect(await call('GET', '/api/auth/user')).toMatchObject({
    fullName: 'Ana',
    weeklyBudget: 140,
    signupCompleted: true,
    bankLinked: false,
    friendsAdded: false,
  });
});

test("finishing says 'Setting up...', saves everything, loads the user again and opens the dashboard [ONB-8] [ONB-11]", async ({
  newcomer,
}) => {
  await openFinishStep(newcomer);
  const { page } = newcomer;
  const { calls, bodiesOf } = recordCalls(page);
  const save = await hold(page, 'PUT', '/api/users');
  await page.getByRole('button', { name: 'Go to my dashboard' }).click();
  await expect(page.getByRole('button', { name: 'Setting up...' })).toBeDisabled();
  save.release();
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(bodiesOf('PUT /api/users')[0]).toEqual({
    fullName: 'Ana',
    weeklyBudget: 100,
    bankLinked: false,
    friendsAdded: false,
    signupCompleted: true,
  });
  expect(calls.indexOf('GET /api/auth/user')).toBeGreaterThan(calls.indexOf('PUT /api/users'));
});

test("when finishing fails a toast says 'Signup Error' and the step stays [ONB-11]", async ({
  newcomer,
  consoleErrors,
}) => {
  await openFinishStep(newcomer);
  const { page } = newcomer;
  consoleErrors.expectStatus(500);
  await answer(page, 'PUT', '/api/users', { status: 500, json: { message: 'No' } });
  await page.getByRole('button', { name: 'Go to my dashboard' }).click();
  await expect(page.getByText('Signup Error', { exact: true })).toBeVisible();
  await expect(page.getByText('Something went wrong. Please try again.', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go to my dashboard' })).toBeEnabled();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Go to my dashboard' }).click();
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
});
