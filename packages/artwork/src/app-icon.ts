import { withLightColors } from './palette.ts';
import { PIG_COIN, PIG_SHADOW, PIG_VIEW_BOX, pigIn } from './pig.ts';
import { svgOf } from './svg.ts';

/** The pig's share of the icon's width: on a tile, and in an icon that devices crop, at most to a circle. */
const PIG_SHARE = { tile: 0.78, full: 0.72 };
const SIDE = 512;

/**
 * The home screen icon as SVG. A `tile` has rounded corners. A `full` icon fills its square and keeps everything important inside the
 * circle that every device shows.
 */
export function appIcon(shape: 'tile' | 'full'): string {
  const [, , viewWidth = 1, viewHeight = 1] = PIG_VIEW_BOX.split(' ').map(Number);
  const width = SIDE * PIG_SHARE[shape];
  const height = (width * viewHeight) / viewWidth;
  const corner = shape === 'tile' ? SIDE * 0.22 : 0;
  const pig = [PIG_SHADOW, ...pigIn('content'), ...PIG_COIN].map(svgOf).join('');
  return withLightColors(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">` +
      `<rect width="${SIDE}" height="${SIDE}" rx="${corner}" fill="var(--color-paper)"/>` +
      `<svg x="${(SIDE - width) / 2}" y="${(SIDE - height) / 2}" width="${width}" height="${height}" viewBox="${PIG_VIEW_BOX}">${pig}</svg>` +
      '</svg>',
  );
}
