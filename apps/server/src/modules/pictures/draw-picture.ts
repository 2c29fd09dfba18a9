import { Resvg } from '@resvg/resvg-js';
import satori, { type Font } from 'satori';
import { circlePicture } from './circle-picture.ts';
import { mapPicture } from './map-picture.ts';
import { PICTURE_SIZES } from './picture-sizes.ts';
import type { PictureElement } from './picture-elements.ts';
import type { PictureSpec } from './picture-spec.ts';
import { weekPicture } from './week-picture.ts';

/**
 * Draws a PNG. Blocks the process for a tenth of a second. A headless browser would take 300 MB, and a canvas has no text layout. If resvg-js,
 * which had no stable release since 2.6, no longer works, its WebAssembly build can replace it.
 */
export async function drawPicture(spec: PictureSpec, fonts: Font[]): Promise<Uint8Array<ArrayBuffer>> {
  const svg = await satori(elementOf(spec), { ...PICTURE_SIZES[spec.format], fonts });
  return new Uint8Array(new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng());
}

function elementOf(spec: PictureSpec): PictureElement {
  switch (spec.thing) {
    case 'map':
      return mapPicture(spec);
    case 'circle':
      return circlePicture(spec);
    case 'week':
      return weekPicture(spec);
  }
}
