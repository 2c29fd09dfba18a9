import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { namedError } from '../named-errors.ts';
import { PlaidError } from '../plaid-error.ts';
import type { LinkSession } from '../storage/link-sessions.ts';
import { findLinkToken, type LinkToken } from '../storage/link-tokens.ts';
import { frameScript, frameScriptName, linkInitialize } from './browser-files.ts';
import type { WidgetFrontend } from './frontends.ts';
import { itemToUpdate, openWidgetSession } from './flow.ts';
import { resumeFromRedirect } from './oauth.ts';
import { noStore, sendForEver } from './send-page.ts';
import { stepAfterLogin } from './next-step.ts';

const openQuery = z.object({
  token: z.string().catch(''),
  origin: z.string().catch(''),
  appearance: z.enum(['light', 'dark']).nullable().catch(null),
  received_redirect_uri: z.string().optional(),
});

/** The script that replaces Plaid's, and the frame's first address. */
export function serveWidget(app: FastifyInstance, emulator: Emulator, frontend: WidgetFrontend): void {
  app.get('/link/v2/stable/link-initialize.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      // The address never changes, so pages must revalidate.
      .header('cache-control', 'no-cache')
      // The app's page loads it, perhaps from another origin.
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(linkInitialize),
  );
  app.get(`/link/assets/${frameScriptName}`, async (_request, reply) =>
    sendForEver(reply, 'text/javascript', frameScript),
  );

  /** Throws Plaid's errors for a token that cannot open a frame. */
  function usableToken(linkToken: string): LinkToken {
    const token = findLinkToken(emulator.database, linkToken);
    if (token === null || token.expiresAt <= emulator.now().toISOString()) {
      throw namedError('INVALID_LINK_TOKEN');
    }
    if (token.itemId !== null && itemToUpdate(emulator, token) === null) throw namedError('ITEM_NOT_FOUND');
    return token;
  }

  function begin(query: z.infer<typeof openQuery>): { token: LinkToken; session: LinkSession; step: string } {
    const token = usableToken(query.token);
    const { origin, appearance } = query;
    if (query.received_redirect_uri === undefined) {
      return { token, session: openWidgetSession(emulator, token, { origin, appearance }), step: '' };
    }
    const session = resumeFromRedirect(emulator, token, { origin, appearance }, query.received_redirect_uri);
    return { token, session, step: stepAfterLogin(emulator, { token, session }) };
  }

  app.get('/link/v2/stable/link.html', async (request, reply) => {
    const query = openQuery.parse(request.query);
    if (!emulator.apps.includes(query.origin)) {
      const message = `${query.origin} is not one of the origins that may open Link`;
      const error = new PlaidError('INVALID_REQUEST', 'INVALID_FIELD', message);
      return frontend.refuse(
        reply,
        { origin: new URL(emulator.publicUrl).origin, appearance: null },
        'Link cannot be opened here',
        error,
      );
    }
    try {
      const { session, step } = begin(query);
      return await noStore(reply).redirect(`${frontend.path}/${session.widgetId ?? ''}${step}`, 303);
    } catch (error) {
      if (!(error instanceof PlaidError)) throw error;
      return frontend.refuse(reply, query, 'That didn’t work', error);
    }
  });
}
