import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { serve, SUCCEEDED } from '../../../http/contract-routes.ts';
import { providerOf } from '../linking.service.ts';
import { followNotice } from './webhooks.service.ts';

/** Where providers tell of news. They sign the bytes of the body, so it is read as bytes here, and here alone. */
export async function webhooksRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    serve(scope, 'receiveWebhook', async ({ raw, params }) => {
      const provider = providerOf(deps.providers, params.provider);
      const body = Buffer.isBuffer(raw.body) ? raw.body : Buffer.alloc(0);
      const notice = await provider.readWebhook(raw.headers, body);
      await followNotice(deps, provider.id, notice);
      return SUCCEEDED;
    });
  });
}
