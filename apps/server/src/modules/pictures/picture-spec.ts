import type { MapPictureSpec } from './map-picture.ts';
import type { WeekPictureSpec } from './week-picture.ts';

/** All that a picture shows. Equal specs give equal pictures. */
export type PictureSpec = MapPictureSpec | WeekPictureSpec;
