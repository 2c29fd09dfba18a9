import { pigIn, PIG_COIN, PIG_SHADOW } from '@oinkly/artwork/pig';
import { svgOf } from '@oinkly/artwork/svg';
import { expect, test } from 'vitest';
import { pig } from './pig.ts';
import { style } from './style.ts';

const MOODS = ['asleep', 'content', 'proud', 'worried'] as const;

test.each(MOODS)('draws the app’s %s pig in colors that the pages have, light and dark', (mood) => {
  const svg = pig(mood).text;
  for (const shape of [PIG_SHADOW, ...pigIn(mood)]) expect(svg).toContain(svgOf(shape));
  const colors = new Set(Array.from(svg.matchAll(/var\((--[\w-]+)\)/g), ([, name]) => name));
  expect(colors.size).toBeGreaterThan(5);
  for (const color of colors) expect(style.split(`${color}: #`)).toHaveLength(3);
});

test('shows the coin when the pig is content or proud', () => {
  const coin = PIG_COIN.map(svgOf).join('');
  expect(MOODS.filter((mood) => pig(mood).text.includes(coin))).toEqual(['content', 'proud']);
});
