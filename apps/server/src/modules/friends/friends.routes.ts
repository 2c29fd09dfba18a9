import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import type { OpenLink } from '../../http/link-guess-limit.ts';
import { userOf, type IdentityDeps } from '../identity/index.ts';
import {
  acceptInvitation,
  blockFriend,
  endFriendship,
  readCircle,
  readInvite,
  renewInvite,
  unblock,
  type Invitation,
} from './friends.service.ts';
import { presentCircle, presentInvitation, presentInvite } from './present-friends.ts';

export function friendsRoutes(
  app: FastifyInstance,
  deps: Deps & Pick<IdentityDeps, 'signUps'>,
  openLink: OpenLink<Invitation>,
): void {
  serve(app, 'listFriends', async ({ raw }) => presentCircle(await readCircle(deps, userOf(raw).id)));

  serve(app, 'endFriendship', async ({ raw, params }) => {
    await endFriendship(deps, userOf(raw).id, params.id);
    return SUCCEEDED;
  });

  serve(app, 'blockFriend', async ({ raw, params }) => {
    await blockFriend(deps, userOf(raw).id, params.id);
    return SUCCEEDED;
  });

  serve(app, 'unblock', async ({ raw, params }) => {
    await unblock(deps, userOf(raw).id, params.id);
    return SUCCEEDED;
  });

  serve(app, 'getInvite', async ({ raw }) => presentInvite(await readInvite(deps, userOf(raw).id)));

  serve(app, 'replaceInvite', async ({ raw }) => presentInvite(await renewInvite(deps, userOf(raw).id)));

  serve(app, 'getInvitation', async ({ raw, params }) =>
    presentInvitation(await openLink(params.code, raw), { takesAccounts: !deps.signUps.isClosed }),
  );

  serve(app, 'acceptInvitation', async ({ raw, params }) => {
    await acceptInvitation(deps, userOf(raw), params.code);
    return SUCCEEDED;
  });
}
