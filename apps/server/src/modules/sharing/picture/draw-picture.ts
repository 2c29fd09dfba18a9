import { Resvg } from '@resvg/resvg-js';
import satori, { type Font } from 'satori';
import { pictureOf, type PictureSpec } from './map-picture.ts';
import { PICTURE_SIZES } from './picture-sizes.ts';

/** Draws a map as PNG. Blocks the process for a tenth of a second. */
export async function drawPicture(spec: PictureSpec, fonts: Font[]): Promise<Uint8Array<ArrayBuffer>> {
  const svg = await satori(pictureOf(spec), { ...PICTURE_SIZES[spec.format], fonts });
  return new Uint8Array(new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng());
}
