import { expect, test } from 'vitest';
import { greetingAt } from './greeting.ts';

test.each([
  [0, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [16, 'Good afternoon'],
  [17, 'Good evening'],
  [23, 'Good evening'],
])('from %i:00 local time the greeting is %j [DB-3]', (hour, greeting) => {
  expect(greetingAt(hour)).toBe(greeting);
});
