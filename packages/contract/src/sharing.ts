import { CIRCLE_ROLES, SHARED_MARKS } from '@oinkly/domain/shared-circle';
import { WEEK_VERDICTS } from '@oinkly/domain/week-verdicts';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { success } from './primitives.ts';

/* The map and the circle that others may see. */

/** A year's map as others see it: no amounts, no budget and no share of it (PD-23). */
const sharedMap = z.object({
  name: z.string().nullable(),
  year: z.number(),
  quip: z.string(),
  /** The closed weeks, and those of them within budget (PD-88). */
  counted: z.object({ under: z.number(), closed: z.number() }),
  /** Oldest first, with the running week. */
  weeks: z.array(z.enum(WEEK_VERDICTS)),
});

/** A circle as strangers see it (PD-107): no amounts, no ranks, no ids, and no day finer than a week's Monday. */
const sharedCircle = z.object({
  /** Mondays, oldest first. */
  weekStarts: z.array(z.string()),
  /** The user who shares it first. Empty while they are off the board. */
  rows: z.array(
    z.object({
      role: z.enum(CIRCLE_ROLES),
      /** The first name; null without the person's agreement. */
      name: z.string().nullable(),
      /** One per week. */
      kept: z.array(z.enum(SHARED_MARKS)),
    }),
  ),
  /** People without a row. */
  more: z.int(),
});

const linkParams = z.object({ token: z.string() });
const pictureQuery = z.strictObject({ format: z.enum(['story', 'link']).default('story') });

export const sharingEndpoints = {
  getMapShare: {
    method: 'GET',
    path: '/api/map-share',
    access: 'user',
    response: z.object({
      /** Null while the map is not shared. */
      url: z.string().nullable(),
      map: sharedMap,
    }),
  },
  /** Lets anyone with the link see the map. Keeps an existing link. */
  shareMap: {
    method: 'POST',
    path: '/api/map-share',
    access: 'user',
    response: z.object({ url: z.string() }),
  },
  /** Revokes the link permanently; sharing again creates another. */
  unshareMap: { method: 'DELETE', path: '/api/map-share', access: 'user', response: success },
  /** With the address of the public link, if there is one: 1080 × 1920 pixels for a story, 1200 × 630 for a link preview. */
  drawMap: {
    method: 'GET',
    path: '/api/map-share/picture.png',
    access: 'user',
    query: pictureQuery,
    download: 'image/png',
  },
  getSharedMap: {
    method: 'GET',
    path: '/api/maps/:token',
    access: 'anyone',
    params: linkParams,
    response: sharedMap,
  },
  /** The picture for link previews. */
  drawSharedMap: {
    method: 'GET',
    path: '/api/maps/:token/picture.png',
    access: 'anyone',
    params: linkParams,
    download: 'image/png',
  },
  getCircleShare: {
    method: 'GET',
    path: '/api/circle-share',
    access: 'user',
    response: z.object({
      /** Null while the circle is not shared. */
      url: z.string().nullable(),
      /** For the picture's words, without anyone's check marks. Fewer than two people are no circle. */
      counts: z.object({ people: z.int(), weeks: z.int() }),
    }),
  },
  /** Lets anyone with the link see the circle. Keeps an existing link. */
  shareCircle: {
    method: 'POST',
    path: '/api/circle-share',
    access: 'user',
    response: z.object({ url: z.string() }),
  },
  /** Revokes the link permanently; sharing again creates another. */
  unshareCircle: { method: 'DELETE', path: '/api/circle-share', access: 'user', response: success },
  /** In the sizes of `drawMap`. Not found with fewer than two people. */
  drawCircle: {
    method: 'GET',
    path: '/api/circle-share/picture.png',
    access: 'user',
    query: pictureQuery,
    download: 'image/png',
  },
  /** Not found while the user who shares it is off the board or alone there. */
  getSharedCircle: {
    method: 'GET',
    path: '/api/circles/:token',
    access: 'anyone',
    params: linkParams,
    response: sharedCircle,
  },
  /** The picture for link previews. */
  drawSharedCircle: {
    method: 'GET',
    path: '/api/circles/:token/picture.png',
    access: 'anyone',
    params: linkParams,
    download: 'image/png',
  },
} as const satisfies Record<string, Endpoint>;

export type SharedCircle = z.output<typeof sharedCircle>;
export type SharedMap = z.output<typeof sharedMap>;
