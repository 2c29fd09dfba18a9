import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { PushDeps } from './push-sender.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import { sessionOf, userOf } from '../identity/index.ts';
import { markRead } from './notifications.queries.ts';
import { chooseKinds, readInbox, subscribeDevice, unsubscribeDevice } from './notifications.service.ts';
import { presentInbox, presentWanted } from './present-notifications.ts';

export function notificationsRoutes(app: FastifyInstance, deps: Deps & PushDeps): void {
  serve(app, 'listNotifications', async ({ raw }) => presentInbox(await readInbox(deps, userOf(raw))));

  serve(app, 'readNotifications', async ({ raw, body }) => {
    await markRead(deps.db, userOf(raw).id, body, deps.clock());
    return SUCCEEDED;
  });

  serve(app, 'chooseNotifications', async ({ raw, body }) =>
    presentWanted(await chooseKinds(deps, userOf(raw).id, body)),
  );

  serve(app, 'subscribeToPush', async ({ raw, body }) => ({
    id: await subscribeDevice(deps, sessionOf(raw), { ...body, userAgent: raw.headers['user-agent'] ?? '' }),
  }));

  serve(app, 'unsubscribeFromPush', async ({ raw, params }) => {
    await unsubscribeDevice(deps.db, userOf(raw).id, params.id);
    return SUCCEEDED;
  });
}
