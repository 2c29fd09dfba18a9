import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import { requireRecentLogin, sessionOf, userOf } from '../identity/index.ts';
import { listPlaces } from './message-places.queries.ts';
import { addPlace, changePlace, removePlace, renewSecret, testPlace } from './message-places.service.ts';
import type { MessageDeps } from './message-sender.ts';
import { presentPlace } from './present-message-place.ts';

export function messagePlacesRoutes(app: FastifyInstance, deps: Deps & MessageDeps): void {
  serve(app, 'listMessagePlaces', async ({ raw }) =>
    (await listPlaces(deps.db, userOf(raw).id)).map(presentPlace),
  );

  serve(app, 'addMessagePlace', async ({ raw, body }) => {
    const session = sessionOf(raw);
    requireRecentLogin(session, deps.clock());
    const { row, secret } = await addPlace(deps, session, body);
    const { userId, id: placeId, type } = row;
    raw.log.info({ event: 'message_place_added', userId, placeId, type }, 'place for messages added');
    return { ...presentPlace(row), secret };
  });

  serve(app, 'changeMessagePlace', async ({ raw, params, body }) =>
    presentPlace(await changePlace(deps, userOf(raw).id, params.id, body)),
  );

  serve(app, 'renewMessageSecret', async ({ raw, params }) => {
    const session = sessionOf(raw);
    requireRecentLogin(session, deps.clock());
    const secret = await renewSecret(deps, session, params.id);
    const { userId } = session;
    raw.log.info(
      { event: 'message_secret_renewed', userId, placeId: params.id },
      'secret of a webhook replaced',
    );
    return { secret };
  });

  serve(app, 'testMessagePlace', async ({ raw, params }) => testPlace(deps, userOf(raw), params.id));

  serve(app, 'removeMessagePlace', async ({ raw, params }) => {
    const { id: userId } = userOf(raw);
    await removePlace(deps, userId, params.id);
    raw.log.info(
      { event: 'message_place_removed', userId, placeId: params.id },
      'place for messages removed',
    );
    return SUCCEEDED;
  });
}
