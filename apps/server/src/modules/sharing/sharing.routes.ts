import { countCircle, type CircleShownBy } from '@oinkly/domain/shared-circle';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isThisMachine } from '../../http/this-machine.ts';
import type { Deps } from '../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import type { OpenLink } from '../../http/link-guess-limit.ts';
import { userOf } from '../identity/index.ts';
import type { DrawPicture, Picture } from '../pictures/index.ts';
import { readOwnCircle, readShownCircle, type SharedCircleView } from './circle.service.ts';
import { readOwnMap, type SharedMapView } from './map.service.ts';
import { presentMap, presentSharedCircle } from './present-shares.ts';
import { readShareUrl, share, unshare } from './share-links.ts';
import type { SharedThing } from './sharing.queries.ts';

/** Caches must revalidate, because the link can be switched off. */
const PUBLIC_PICTURE = { config: { cacheControl: 'public, no-cache' } };

export function sharingRoutes(
  app: FastifyInstance,
  deps: Deps,
  links: { openMap: OpenLink<SharedMapView>; openCircle: OpenLink<SharedCircleView> },
  drawPicture: DrawPicture,
): void {
  const { publicUrl } = deps;

  /** Where others find the page, or else the app; null if they can't reach it. */
  const addressOf = async (thing: SharedThing, userId: string): Promise<string | null> => {
    if (isThisMachine(publicUrl.hostname)) return null;
    const url = await readShareUrl(deps, thing, userId);
    return url === null ? publicUrl.host : url.slice(url.indexOf(publicUrl.host));
  };

  const drawMap = async (map: SharedMapView, format: 'story' | 'link') => {
    const { ownerId, year, quip, counted, weeks, signature } = map;
    const address = await addressOf('map', ownerId);
    return drawPicture(ownerId, { thing: 'map', format, address, signature, year, quip, counted, weeks });
  };

  const drawCircle = async (
    { ownerId, weekStarts, rows, more }: SharedCircleView,
    format: 'story' | 'link',
    shownBy: CircleShownBy,
  ) => {
    const address = await addressOf('circle', ownerId);
    return drawPicture(ownerId, { thing: 'circle', format, shownBy, address, weekStarts, rows, more });
  };

  serve(app, 'getMapShare', async ({ raw }) => {
    const user = userOf(raw);
    return {
      url: await readShareUrl(deps, 'map', user.id),
      map: presentMap(await readOwnMap(deps, user)),
    };
  });

  serve(app, 'shareMap', async ({ raw }) => {
    const user = userOf(raw);
    const url = await share(deps, 'map', user.id);
    raw.log.info({ event: 'map_shared', userId: user.id }, 'map shared');
    return { url };
  });

  serve(app, 'unshareMap', async ({ raw }) => {
    const user = userOf(raw);
    await unshare(deps.db, 'map', user.id);
    raw.log.info({ event: 'map_unshared', userId: user.id }, 'map no longer shared');
    return SUCCEEDED;
  });

  serve(app, 'drawMap', async ({ raw, reply, query }) => {
    const map = await readOwnMap(deps, userOf(raw));
    const { png } = await drawMap(map, query.format);
    return asFile(reply, png, `${map.year}-${query.format}`);
  });

  serve(app, 'getSharedMap', async ({ raw, params }) => presentMap(await links.openMap(params.token, raw)));

  serve(
    app,
    'drawSharedMap',
    async ({ raw, reply, params }) =>
      asPreview(raw, reply, await drawMap(await links.openMap(params.token, raw), 'link')),
    PUBLIC_PICTURE,
  );

  serve(app, 'getCircleShare', async ({ raw }) => {
    const user = userOf(raw);
    return {
      url: await readShareUrl(deps, 'circle', user.id),
      counts: countCircle(await readOwnCircle(deps, user)),
    };
  });

  serve(app, 'shareCircle', async ({ raw }) => {
    const user = userOf(raw);
    const url = await share(deps, 'circle', user.id);
    raw.log.info({ event: 'circle_shared', userId: user.id }, 'circle shared');
    return { url };
  });

  serve(app, 'unshareCircle', async ({ raw }) => {
    const user = userOf(raw);
    await unshare(deps.db, 'circle', user.id);
    raw.log.info({ event: 'circle_unshared', userId: user.id }, 'circle no longer shared');
    return SUCCEEDED;
  });

  serve(app, 'drawCircle', async ({ raw, reply, query }) => {
    const { png } = await drawCircle(await readShownCircle(deps, userOf(raw)), query.format, 'sharer');
    return asFile(reply, png, `circle-${query.format}`);
  });

  serve(app, 'getSharedCircle', async ({ raw, params }) =>
    presentSharedCircle(await links.openCircle(params.token, raw)),
  );

  serve(
    app,
    'drawSharedCircle',
    async ({ raw, reply, params }) =>
      asPreview(raw, reply, await drawCircle(await links.openCircle(params.token, raw), 'link', 'page')),
    PUBLIC_PICTURE,
  );
}

function asFile(reply: FastifyReply, png: Buffer, name: string): Buffer {
  reply.header('content-disposition', `attachment; filename="oinkly-${name}.png"`);
  return png;
}

/** Pages that preview the link load it from here. */
function asPreview(request: FastifyRequest, reply: FastifyReply, { png, etag }: Picture): Buffer {
  reply.headers({ etag, 'cross-origin-resource-policy': 'cross-origin' });
  if (!request.headers['if-none-match']?.includes(etag)) return png;
  reply.code(304);
  return Buffer.alloc(0);
}
