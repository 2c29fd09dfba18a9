import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import { limitCalls, networkOf } from '../../http/rate-limit.ts';
import { userOf } from '../identity/index.ts';
import {
  acceptInvitation,
  blockFriend,
  endFriendship,
  readCircle,
  readInvitation,
  readInviteCode,
  replaceInviteCode,
  unblock,
} from './friends.service.ts';
import { presentCircle, presentInvitation } from './present-friends.ts';

/** A household looks at no more invitations; whoever guesses codes is held up here. */
const LOOKS_A_MINUTE = 30;
/** Nobody makes more friends, or more links. */
const CHANGES_A_MINUTE = 20;
const MINUTE_MS = 60_000;

/** Friends and the invitation by which they become it (PD-27). */
export function friendsRoutes(app: FastifyInstance, deps: Deps): void {
  const byAddress = limitCalls(deps.clock, { times: LOOKS_A_MINUTE, windowMs: MINUTE_MS }, (request) =>
    networkOf(request.ip),
  );
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

  serve(
    app,
    'getInvitation',
    async ({ raw, params }) =>
      presentInvitation(await readInvitation(deps.db, params.code, raw.session?.user ?? null)),
    { onRequest: byAddress },
  );

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
