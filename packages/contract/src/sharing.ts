import { WEEK_VERDICTS } from '@oinkly/domain/week-verdicts';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { success } from './primitives.ts';

/* The map that others may see. */

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

const mapParams = z.object({ token: z.string() });

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
  /** Without a name: 1080 × 1920 pixels for a story, 1200 × 630 for a link preview. */
  drawMap: {
    method: 'GET',
    path: '/api/map-share/picture.png',
    access: 'user',
    query: z.strictObject({ format: z.enum(['story', 'link']).default('story') }),
    download: 'image/png',
  },
  getSharedMap: {
    method: 'GET',
    path: '/api/maps/:token',
    access: 'anyone',
    params: mapParams,
    response: sharedMap,
  },
  /** The picture for link previews. */
  drawSharedMap: {
    method: 'GET',
    path: '/api/maps/:token/picture.png',
    access: 'anyone',
    params: mapParams,
    download: 'image/png',
  },
} as const satisfies Record<string, Endpoint>;

export type SharedMap = z.output<typeof sharedMap>;
