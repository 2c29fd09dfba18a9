import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import { limitLinkGuesses } from '../../http/link-guess-limit.ts';
import { RateLimit } from '../../http/rate-limit.ts';
import { userOf } from '../identity/index.ts';
import { chooseRecapMail, mailInvite, sendConfirmation, unsubscribe } from './mail.service.ts';
import { ACCOUNT_MAILS_TO_ADDRESS, INVITATIONS_TO_ADDRESS } from './mails-to-address.ts';

export async function mailRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const invitationsToAddress = new RateLimit(deps.db, INVITATIONS_TO_ADDRESS);
  const mailsToAddress = new RateLimit(deps.db, ACCOUNT_MAILS_TO_ADDRESS);

  serve(app, 'sendConfirmation', async ({ raw }) => {
    await sendConfirmation(deps, mailsToAddress, userOf(raw));
    return SUCCEEDED;
  });

  serve(app, 'mailInvite', async ({ raw, body }) => {
    await mailInvite(deps, invitationsToAddress, userOf(raw), body.to);
    return SUCCEEDED;
  });

  serve(app, 'chooseRecapMail', async ({ raw, body }) => {
    await chooseRecapMail(deps, userOf(raw), body.recapMail);
    return body;
  });

  const openUnsubscribeLink = limitLinkGuesses(deps.db, 'UNSUBSCRIBE_LINK_NOT_FOUND', (token) =>
    unsubscribe(deps, token),
  );
  await app.register(async (scope) => {
    // Mail programs send a form (RFC 8058). Only the link counts.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));
    serve(scope, 'unsubscribeFromMail', async ({ raw, params }) => {
      await openUnsubscribeLink(params.token, raw);
      return SUCCEEDED;
    });
  });
}
