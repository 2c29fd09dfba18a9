import { withLightColors } from '@oinkly/artwork/palette';
import {
  hasCoin,
  PIG_COIN,
  PIG_SHADOW,
  PIG_SNORES,
  PIG_VIEW_BOX,
  pigIn,
  type PigMood,
} from '@oinkly/artwork/pig';
import type { Shape } from '@oinkly/artwork/shape';

export const DISPLAY_FONT = 'Fraunces';
export const TEXT_FONT = 'Source Serif';

export type Style = Record<string, string | number>;
export interface PictureElement {
  type: string;
  props: Record<string, unknown>;
  key: null;
}

const PIG_FEET = 131;

export function page(style: Style, ...inside: PictureElement[]): PictureElement {
  return box(
    {
      flexDirection: 'column',
      width: '100%',
      height: '100%',
      overflow: 'hidden',
      backgroundColor: color('--color-paper'),
      color: color('--color-ink'),
      fontFamily: DISPLAY_FONT,
      ...style,
    },
    ...inside,
  );
}

export function disc(size: number, style: Style): PictureElement {
  return box({
    position: 'absolute',
    width: size,
    height: size,
    borderRadius: size,
    backgroundColor: color('--color-pink'),
    opacity: 0.28,
    ...style,
  });
}

/** The pig with its feet on the line at `top`. */
export function standingPig(
  mood: PigMood,
  width: number,
  { top, left }: { top: number; left: number },
): PictureElement {
  const [, , viewWidth = 1, viewHeight = 1] = PIG_VIEW_BOX.split(' ').map(Number);
  const height = (width * viewHeight) / viewWidth;
  const feet = (width * PIG_FEET) / viewWidth;
  return box({ position: 'absolute', left, top: top - feet }, pig(mood, width, height));
}

function pig(mood: PigMood, width: number, height: number): PictureElement {
  const shapes: Shape[] = [PIG_SHADOW, ...pigIn(mood)];
  if (hasCoin(mood)) shapes.push(...PIG_COIN);
  if (mood === 'asleep') shapes.push(PIG_SNORES);
  return drawing(PIG_VIEW_BOX, width, height, shapes);
}

export function drawing(
  viewBox: string,
  width: number,
  height: number,
  shapes: readonly Shape[],
): PictureElement {
  return element('svg', { viewBox, width, height }, shapes.map(drawn));
}

/** Resolves a shape's color tokens. */
function drawn([tag, attributes, ...inside]: Shape): PictureElement {
  const props: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(attributes))
    props[name] = typeof value === 'string' ? withLightColors(value) : value;
  return element(tag, props, inside.map(drawn));
}

export function box(style: Style, ...inside: PictureElement[]): PictureElement {
  return element('div', { style: { display: 'flex', boxSizing: 'border-box', ...style } }, inside);
}

export function word(style: Style, words: string): PictureElement {
  return element('div', { style }, words);
}

function element(
  type: string,
  props: Record<string, unknown>,
  children: string | PictureElement[],
): PictureElement {
  return { type, props: { ...props, children }, key: null };
}

export function text(fontSize: number): Style {
  return { fontFamily: TEXT_FONT, fontSize, color: color('--color-ink-soft') };
}

export function color(token: string): string {
  return withLightColors(`var(${token})`);
}
