import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import { limitLinkGuesses, type OpenLink } from '../../http/link-guess-limit.ts';
import type { Deps } from '../deps.ts';
import { userOf, type IdentityDeps } from '../identity/index.ts';
import type { Invitation } from './friends.service.ts';
import {
  becomeFriend,
  joinAsGuest,
  leaveAsGuest,
  readGuestPage,
  removeGuest,
  replaceGuestLink,
  tapWeek,
  type OpenedGuest,
} from './guests.service.ts';
import { presentGuestPage } from './present-friends.ts';
import { recordSeenByGuest } from './seen.service.ts';

export function guestsRoutes(
  app: FastifyInstance,
  deps: Deps & Pick<IdentityDeps, 'signUps'>,
  openInvite: OpenLink<Invitation>,
  openGuest: OpenLink<OpenedGuest>,
): void {
  const replaceLink = limitLinkGuesses(
    deps.db,
    'GUEST_NOT_FOUND',
    (token: string, _request: FastifyRequest, secret: string) => replaceGuestLink(deps, token, secret),
  );

  serve(app, 'joinAsGuest', async ({ raw, params, body }) => {
    const open = (code: string) => openInvite(code, raw);
    return { token: await joinAsGuest(deps, { ...params, ...body }, open) };
  });

  serve(app, 'getGuestPage', async ({ raw, params }) => {
    const opened = await openGuest(params.token, raw);
    const takesAccounts = !deps.signUps.isClosed;
    const page = presentGuestPage(await readGuestPage(deps, opened), { takesAccounts });
    await recordSeenByGuest(deps, opened, page);
    return page;
  });

  serve(app, 'tapWeek', async ({ raw, params, body }) => {
    const opened = await openGuest(params.token, raw);
    await tapWeek(deps, opened, { weekStart: params.week, isKept: body.kept });
    return SUCCEEDED;
  });

  serve(app, 'replaceGuestLink', async ({ raw, params, body }) => ({
    token: await replaceLink(params.token, raw, body.secret),
  }));

  serve(app, 'leaveAsGuest', async ({ raw, params }) => {
    await leaveAsGuest(deps, await openGuest(params.token, raw));
    return SUCCEEDED;
  });

  serve(app, 'becomeFriend', async ({ raw, params }) => {
    await becomeFriend(deps, userOf(raw), await openGuest(params.token, raw));
    return SUCCEEDED;
  });

  serve(app, 'removeGuest', async ({ raw, params }) => {
    await removeGuest(deps, userOf(raw).id, params.id);
    return SUCCEEDED;
  });
}
