import { inspect } from 'node:util';
import { drawPicture } from './draw-picture.ts';
import type { PictureSpec } from './map-picture.ts';
import { loadPictureFonts } from './picture-fonts.ts';

// A program of its own that draws what the server sends it, one picture after another, and ends with it.

export type DrawingResult = { png: Uint8Array } | { problem: string };

const fonts = await loadPictureFonts();

process.on('message', (spec: PictureSpec) => {
  drawPicture(spec, fonts).then(
    (png) => process.send?.({ png } satisfies DrawingResult),
    (error: unknown) => process.send?.({ problem: inspect(error) } satisfies DrawingResult),
  );
});
