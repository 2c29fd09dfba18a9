import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../errors/app-error.ts';
import type { Deps } from '../../deps.ts';
import { serve, SUCCEEDED } from '../../../http/contract-routes.ts';
import { providerOf } from '../linking.service.ts';
import { handleWebhookEvent } from './webhooks.service.ts';
import type { BankingDeps } from '../provider.ts';
import type { LedgerDeps } from '../../ledger/index.ts';

/** Providers sign the body's bytes. */
export async function webhooksRoutes(
  app: FastifyInstance,
  deps: Deps & BankingDeps & LedgerDeps,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    serve(scope, 'receiveWebhook', async ({ raw, params }) => {
      const provider = providerOf(deps.providers, params.provider);
      const body = Buffer.isBuffer(raw.body) ? raw.body : Buffer.alloc(0);
      const { webhooks } = provider.capabilities;
      if (!webhooks) throw new AppError('NOT_FOUND');
      const event = await webhooks.readWebhook(raw.headers, body);
      await handleWebhookEvent(deps, provider.id, event);
      return SUCCEEDED;
    });
  });
}
