import type { CirclePictureSpec } from './circle-picture.ts';
import type { MapPictureSpec } from './map-picture.ts';
import type { WeekPictureSpec } from './week-picture.ts';

/** Equal specs give equal pictures. */
export type PictureSpec = MapPictureSpec | CirclePictureSpec | WeekPictureSpec;
