import { parentPort } from 'node:worker_threads';
import { drawPicture } from './draw-picture.ts';
import type { PictureSpec } from './map-picture.ts';
import { loadPictureFonts } from './picture-fonts.ts';

// A thread of its own that draws one picture after another. A failure ends it, and so reaches whoever waits for the picture.

const fonts = await loadPictureFonts();

parentPort?.on('message', (spec: PictureSpec) => {
  void drawPicture(spec, fonts).then((png) => parentPort?.postMessage(png, [png.buffer]));
});
