import { inspect } from 'node:util';
import { drawPicture } from './draw-picture.ts';
import type { PictureSpec } from './picture-spec.ts';
import { loadPictureFonts } from './picture-fonts.ts';

// A child process that draws pictures one after another and ends with the server.

export type DrawingResult = { png: Uint8Array } | { problem: string };

const fonts = await loadPictureFonts();

process.on('message', (spec: PictureSpec) => {
  drawPicture(spec, fonts).then(
    (png) => process.send?.({ png } satisfies DrawingResult),
    (error: unknown) => process.send?.({ problem: inspect(error) } satisfies DrawingResult),
  );
});
