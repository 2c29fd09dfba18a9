import {
  hasCoin,
  PIG_COIN,
  PIG_SHADOW,
  PIG_SNORES,
  PIG_VIEW_BOX,
  pigIn,
  type PigMood,
} from '@oinkly/artwork/pig';
import { svgOf } from '@oinkly/artwork/svg';
import { html, Html } from './html.ts';

/** Renders the pig as SVG in the page's colors, hidden from screen readers. */
export function pig(mood: PigMood): Html {
  const shapes = [PIG_SHADOW, ...pigIn(mood)];
  if (hasCoin(mood)) shapes.push(...PIG_COIN);
  if (mood === 'asleep') shapes.push(PIG_SNORES);
  return html`<svg class="pig" viewBox="${PIG_VIEW_BOX}" aria-hidden="true" focusable="false">
    ${new Html(shapes.map(svgOf).join(''))}
  </svg>`;
}
