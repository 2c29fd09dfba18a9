import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import { limitLinkGuesses } from '../../http/link-guess-limit.ts';
import { RateLimit } from '../../http/rate-limit.ts';
import { userOf } from '../identity/index.ts';
import { chooseRecapMail, mailInvite, sendConfirmation, unsubscribe } from './mail.service.ts';

const MAILS_TO_ADDRESS = { name: 'mails-to-address', times: 3, windowSeconds: 24 * 60 * 60 };

export async function mailRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const mailsToAddress = new RateLimit(deps.db, MAILS_TO_ADDRESS);

  serve(app, 'sendConfirmation', async ({ raw }) => {
    await sendConfirmation(deps, userOf(raw));
    return SUCCEEDED;
  });

  serve(app, 'mailInvite', async ({ raw, body }) => {
    await mailInvite(deps, mailsToAddress, userOf(raw), body.to);
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
