import { inTransaction } from '@oinkly/test-banks/bank-file';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { namedError } from '../named-errors.ts';
import { setWebhook } from '../storage/items.ts';
import { findWebhookKey } from '../storage/webhook-keys.ts';
import { webhookUpdateAcknowledged } from '../webhooks/item-webhooks.ts';
import { sendItemWebhook } from '../webhooks/send.ts';
import { serveEndpoint } from './endpoint.ts';
import { openItem } from './open-item.ts';
import { presentItem } from './presenters.ts';
import { accessToken, checkWebAddress } from './shared-fields.ts';

export function serveWebhooks(app: FastifyInstance, emulator: Emulator): void {
  const { database } = emulator;

  serveEndpoint(app, emulator, {
    path: '/webhook_verification_key/get',
    fields: { key_id: z.string().min(1) },
    answer: (_, body) => {
      const key = findWebhookKey(database, body.key_id);
      if (key === null || key.expiredAt !== null) throw namedError('INVALID_WEBHOOK_VERIFICATION_KEY_ID');
      const { d: _secret, ...publicJwk } = key.privateJwk;
      return {
        key: {
          ...publicJwk,
          alg: 'ES256',
          use: 'sig',
          kid: key.keyId,
          created_at: key.createdAt,
          expired_at: key.expiredAt,
        },
      };
    },
  });

  serveEndpoint(app, emulator, {
    path: '/item/webhook/update',
    fields: { access_token: accessToken, webhook: z.string().nullish() },
    answer: (_, body) => {
      const webhook = body.webhook ?? null;
      if (webhook !== null) checkWebAddress('webhook', webhook);
      return inTransaction(database, () => {
        const item = { ...openItem(emulator, body.access_token), webhook };
        setWebhook(database, item.itemId, webhook);
        if (webhook !== null) sendItemWebhook(emulator, item, webhookUpdateAcknowledged(webhook));
        emulator.rounds.wake();
        return { item: presentItem(item) };
      });
    },
  });
}
