import type { SharedMap as SharedMapOnTheWire } from '@oinkly/contract/sharing';
import type { FastifyInstance } from 'fastify';
import { isThisMachine } from '../../http/this-machine.ts';
import type { Deps } from '../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import type { OpenLink } from '../../http/link-guess-limit.ts';
import { userOf } from '../identity/index.ts';
import type { DrawPicture } from '../pictures/index.ts';
import { readOwnMap, readShareUrl, shareMap, unshareMap, type SharedMapView } from './sharing.service.ts';

export function sharingRoutes(
  app: FastifyInstance,
  deps: Deps,
  openLink: OpenLink<SharedMapView>,
  drawPicture: DrawPicture,
): void {
  const { publicUrl } = deps;
  const site = isThisMachine(publicUrl.hostname) ? null : publicUrl.host;
  const draw = ({ ownerId, year, quip, counted, weeks }: SharedMapView, format: 'story' | 'link') =>
    drawPicture(ownerId, { format, site, year, quip, counted, weeks });

  serve(app, 'getMapShare', async ({ raw }) => {
    const user = userOf(raw);
    return {
      url: await readShareUrl(deps, user.id),
      map: presentMap(await readOwnMap(deps, user)),
    };
  });

  serve(app, 'shareMap', async ({ raw }) => {
    const user = userOf(raw);
    const url = await shareMap(deps, user.id);
    raw.log.info({ event: 'map_shared', userId: user.id }, 'map shared');
    return { url };
  });

  serve(app, 'unshareMap', async ({ raw }) => {
    const user = userOf(raw);
    await unshareMap(deps.db, user.id);
    raw.log.info({ event: 'map_unshared', userId: user.id }, 'map no longer shared');
    return SUCCEEDED;
  });

  serve(app, 'drawMap', async ({ raw, reply, query }) => {
    const map = await readOwnMap(deps, userOf(raw));
    const { png } = await draw(map, query.format);
    reply.header('content-disposition', `attachment; filename="oinkly-${map.year}-${query.format}.png"`);
    return png;
  });

  serve(app, 'getSharedMap', async ({ raw, params }) => presentMap(await openLink(params.token, raw)));

  serve(
    app,
    'drawSharedMap',
    async ({ raw, reply, params }) => {
      const { png, etag } = await draw(await openLink(params.token, raw), 'link');
      // Pages that preview the link load it from here.
      reply.headers({ etag, 'cross-origin-resource-policy': 'cross-origin' });
      if (!raw.headers['if-none-match']?.includes(etag)) return png;
      reply.code(304);
      return Buffer.alloc(0);
    },
    // Caches must revalidate, because the link can be switched off.
    { config: { cacheControl: 'public, no-cache' } },
  );
}

function presentMap({ name, year, quip, counted, weeks }: SharedMapView): SharedMapOnTheWire {
  return { name, year, quip, counted, weeks };
}
