import { expect, test } from 'vitest';
import { countedKinds, notCountedReason, type NotCountedReason } from './counted-kinds.ts';

test.each([
  [false, ['spending']],
  [true, ['spending', 'fixed-bill']],
])('counts only spending, and fixed bills if the setting is %s [PD-4] [PD-5]', (setting, kinds) => {
  expect(countedKinds(setting)).toEqual(kinds);
});

test.each<[string, boolean, boolean | null, NotCountedReason | null]>([
  ['USD', true, null, null],
  ['USD', false, null, 'kind'],
  ['USD', false, true, null],
  ['USD', true, false, 'by-hand'],
  ['USD', false, false, 'by-hand'],
  ['EUR', true, true, 'currency'],
])('%s, counted by kind %s and by hand %s: not counted for %s [PD-4] [PD-5]', (...facts) => {
  const [currency, countsByKind, countedByHand, reason] = facts;
  expect(notCountedReason({ currency, countsByKind, countedByHand })).toBe(reason);
});
