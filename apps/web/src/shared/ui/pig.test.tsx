import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { prepareEachTest } from '../../test-support/render-app.tsx';
import { Pig } from './pig.tsx';

prepareEachTest();

test.each([
  ['content', 2],
  ['cracked', 1],
] as const)('a %s pig shows the dropped coin and, when glad, the next one: %i', (mood, coins) => {
  const groups = (coin: 'drop' | 'none') =>
    render(<Pig mood={mood} width={100} coin={coin} />).container.querySelectorAll('g').length;
  expect(groups('drop') - groups('none')).toBe(coins);
});
