import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import type { LinkDoor } from '../../http/link-door.ts';
import { limitCalls } from '../../http/rate-limit.ts';
import { userOf } from '../identity/index.ts';
import {
  acceptInvitation,
  blockFriend,
  endFriendship,
  readCircle,
  readInviteCode,
  replaceInviteCode,
  unblock,
  type Invitation,
} from './friends.service.ts';
import { presentCircle, presentInvitation } from './present-friends.ts';

/** Nobody makes more friends, or more links. */
const CHANGES_A_MINUTE = 20;
const MINUTE_MS = 60_000;

/** Friends and the invitation by which they become it (PD-27). */
export function friendsRoutes(app: FastifyInstance, deps: Deps, door: LinkDoor<Invitation>): void {
  const byUser = () =>
    limitCalls(deps.clock, { times: CHANGES_A_MINUTE, windowMs: MINUTE_MS }, (request) => userOf(request).id);

  serve(app, 'listFriends', async ({ raw }) => presentCircle(await readCircle(deps.db, userOf(raw).id)));

  serve(app, 'endFriendship', async ({ raw, params }) => {
    await endFriendship(deps.db, userOf(raw).id, params.id);
    return SUCCEEDED;
  });

  serve(app, 'blockFriend', async ({ raw, params }) => {
    await blockFriend(deps, userOf(raw).id, params.id);
    return SUCCEEDED;
  });

  serve(app, 'unblock', async ({ raw, params }) => {
    await unblock(deps.db, userOf(raw).id, params.id);
    return SUCCEEDED;
  });

  serve(app, 'getInvite', async ({ raw }) => ({ code: await readInviteCode(deps, userOf(raw).id) }));

  serve(app, 'replaceInvite', async ({ raw }) => ({ code: await replaceInviteCode(deps, userOf(raw).id) }), {
    onRequest: byUser(),
  });

  serve(app, 'getInvitation', async ({ raw, params }) => presentInvitation(await door(params.code, raw)));

  serve(
    app,
    'acceptInvitation',
    async ({ raw, params }) => {
      await acceptInvitation(deps, userOf(raw), params.code);
      return SUCCEEDED;
    },
    { onRequest: byUser() },
  );
}
