import { expect, test } from 'vitest';
import { ONBOARDING_STEPS, startingStep } from './onboarding.ts';

test.each([
  [{ fullName: null, weeklyBudget: null }, 1],
  [{ fullName: null, weeklyBudget: 100 }, 1],
  [{ fullName: '', weeklyBudget: 100 }, 1],
  [{ fullName: '   ', weeklyBudget: null }, 1],
  [{ fullName: 'Ana', weeklyBudget: null }, 2],
  [{ fullName: 'Ana', weeklyBudget: 100 }, 3],
  [{ fullName: 'Ana', weeklyBudget: 0 }, 3],
])('the wizard starts from %j at step %i [ONB-9]', (saved, step) => {
  expect(startingStep(saved)).toBe(step);
});

test('the wizard has five steps', () => {
  expect(ONBOARDING_STEPS).toBe(5);
});
