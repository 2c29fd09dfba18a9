import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pass, prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { OnboardingWizard } from './onboarding-wizard.tsx';
import type { OnboardingStep } from './step-frame.tsx';

prepareEachTest();

function show(
  startAt: OnboardingStep,
  { isBankConnected = false, isFinishing = false }: { isBankConnected?: boolean; isFinishing?: boolean } = {},
) {
  const calls = { onProgress: vi.fn(), onConnectBank: vi.fn(), onFinish: vi.fn() };
  renderApp(
    <OnboardingWizard
      startAt={startAt}
      initial={{
        fullName: startAt === 1 ? '' : 'Ana',
        weeklyBudget: 100,
        bankLinked: false,
        friendsAdded: false,
      }}
      providerName="Plaid"
      isBankConnected={isBankConnected}
      inviteOptions={(onInvited) => (
        <button type="button" onClick={onInvited}>
          Invite a friend by text
        </button>
      )}
      isFinishing={isFinishing}
      {...calls}
    />,
  );
  return calls;
}

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

test('step 1 requires a name [ONB-1]', () => {
  const { onProgress } = show(1);
  expect(screen.getByText('Step 1 of 5')).toBeTruthy();
  expect(heading()).toBe('What should we call you?');
  expect(screen.getByText('Your name appears in maps and on the leaderboard.')).toBeTruthy();
  const input = screen.getByPlaceholderText('Your name');
  const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Next' });
  expect(next.disabled).toBe(true);
  fireEvent.change(input, { target: { value: '   ' } });
  expect(next.disabled).toBe(true);
  fireEvent.change(input, { target: { value: '  Ana ' } });
  click('Next');
  expect(onProgress).toHaveBeenCalledExactlyOnceWith({ fullName: 'Ana' });
  expect(heading()).toBe('What’s your weekly spending goal?');
});

test('Back shows the step before, with what was entered, and Forward the next one', async () => {
  show(1);
  fireEvent.change(screen.getByPlaceholderText('Your name'), { target: { value: 'Ana' } });
  click('Next');
  click('Set my goal');
  window.history.back();
  expect(await screen.findByText('Step 2 of 5')).toBeTruthy();
  window.history.back();
  expect(await screen.findByText('Step 1 of 5')).toBeTruthy();
  expect(screen.getByPlaceholderText<HTMLInputElement>('Your name').value).toBe('Ana');
  window.history.forward();
  expect(await screen.findByText('Step 2 of 5')).toBeTruthy();
});

test('step 2 shows the goal with its caption, hint, number input and slider [ONB-2]', () => {
  show(2);
  expect(screen.getByText('Step 2 of 5')).toBeTruthy();
  expect(screen.getByText('$100.00')).toBeTruthy();
  expect(screen.getByText('Balanced approach')).toBeTruthy();
  expect(screen.getByText('Most people pick $75-$125.')).toBeTruthy();
  expect(screen.getByRole('spinbutton').getAttribute('step')).toBe('1');
  const slider = screen.getByRole('slider');
  expect([slider.getAttribute('aria-valuemin'), slider.getAttribute('aria-valuemax')]).toEqual(['0', '1000']);
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  expect(screen.getByText('$105.00')).toBeTruthy();
});

test.each([
  ['250', '$250.00', 'Big spender mode'],
  ['5000', '$1,000.00', 'High roller!'],
  ['-3', '$0.00', 'Just getting started?'],
  ['', '$0.00', 'Just getting started?'],
])('typing %j makes the goal %s [ONB-2]', (entered, readout, caption) => {
  const { onProgress } = show(2);
  fireEvent.change(screen.getByRole('spinbutton'), { target: { value: entered } });
  expect(screen.getByText(readout)).toBeTruthy();
  expect(screen.getByText(caption)).toBeTruthy();
  click('Set my goal');
  expect(onProgress).toHaveBeenCalledExactlyOnceWith({
    weeklyBudget: Number(readout.replace(/[$,]/g, '')),
  });
});

test('step 3 explains safety, 30 seconds and 12,000+ institutions, with an FAQ [ONB-4]', () => {
  show(3);
  expect(screen.getByText('Step 3 of 5')).toBeTruthy();
  expect(screen.getByText(/30 seconds.*12,000\+ institutions/)).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  expect(screen.getByRole('region', { name: 'Frequently asked questions' })).toBeTruthy();
});

test('step 3 offers to continue securely, or to skip [ONB-5]', () => {
  const { onConnectBank, onProgress } = show(3);
  click('Continue Securely with Plaid');
  expect(onConnectBank).toHaveBeenCalledOnce();
  click('Skip for now');
  expect(onProgress).toHaveBeenCalledExactlyOnceWith({ bankLinked: false });
  expect(heading()).toBe('Invite your friends');
});

test('with a bank connected, step 3 says so and continues after a second [ONB-6]', async () => {
  vi.useFakeTimers();
  const { onProgress } = show(3, { isBankConnected: true });
  await pass(0);
  expect(heading()).toBe('Bank Connected!');
  expect(screen.getAllByText('Your account is ready to track spending.')).toHaveLength(2);
  await pass(990);
  expect(heading()).toBe('Bank Connected!');
  await pass(20);
  expect(heading()).toBe('Invite your friends');
  expect(onProgress).toHaveBeenCalledExactlyOnceWith({ bankLinked: true });
  await pass(2100);
  expect(screen.queryByText('Your account is ready to track spending.')).toBeNull();
});

test("with a bank connected, 'Continue' continues immediately and only once [ONB-6]", async () => {
  vi.useFakeTimers();
  const { onProgress } = show(3, { isBankConnected: true });
  click('Continue');
  await pass(2000);
  expect(heading()).toBe('Invite your friends');
  expect(onProgress).toHaveBeenCalledOnce();
});

test('step 4 stores that the user invited someone [ONB-7]', () => {
  const { onProgress } = show(4);
  click('Invite a friend by text');
  click('Continue to final step');
  expect(onProgress).toHaveBeenCalledExactlyOnceWith({ friendsAdded: true });
  expect(screen.queryByRole('button', { name: 'Invite Friends' })).toBeNull();
});

test('step 5 finishes with everything, and leads back to what is still open [ONB-8]', () => {
  const { onFinish } = show(5);
  expect(heading()).toBe('You’re all set, Ana!');
  click('Go to my dashboard');
  expect(onFinish).toHaveBeenCalledExactlyOnceWith({
    fullName: 'Ana',
    weeklyBudget: 100,
    bankLinked: false,
    friendsAdded: false,
  });
  click('Invite Friends');
  expect(heading()).toBe('Invite your friends');
  click('Continue to final step');
  click('Link My Bank Now');
  expect(screen.getByRole('button', { name: 'Continue Securely with Plaid' })).toBeTruthy();
});

test("step 5 reads 'Setting up...' while pending and hides what is done [ONB-8]", () => {
  show(5, { isFinishing: true, isBankConnected: true });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Setting up...' }).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Link My Bank Now' })).toBeNull();
});

test('each step but the first has a Back button, which keeps what was entered', () => {
  show(1);
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  fireEvent.change(screen.getByPlaceholderText('Your name'), { target: { value: 'Ana' } });
  for (const name of ['Next', 'Set my goal', 'Skip for now', 'Continue to final step']) click(name);
  for (const step of [4, 3, 2, 1]) {
    click('Back');
    expect(screen.getByText(`Step ${step} of 5`)).toBeTruthy();
  }
  expect(screen.getByPlaceholderText<HTMLInputElement>('Your name').value).toBe('Ana');
});

test('Back skips the step of a connected bank, which would lead on by itself [ONB-6]', () => {
  show(4, { isBankConnected: true });
  click('Back');
  expect(screen.getByText('Step 2 of 5')).toBeTruthy();
});

test('step 5 says which goal was set [ONB-8]', () => {
  show(5);
  expect(screen.getByRole('listitem').textContent).toBe('$100 a week');
});

test('after a move the heading has the focus', () => {
  show(4);
  click('Continue to final step');
  expect(document.activeElement?.textContent).toBe('You’re all set, Ana!');
});
