import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../emulator.ts';
import { serveEndpoint } from '../endpoints/endpoint.ts';
import { firedWebhook, fireWebhook } from '../endpoints/fire-webhook.ts';
import { PlaidError } from '../plaid-error.ts';
import { findDelivery, listDeliveries, type WebhookDelivery } from '../storage/webhook-deliveries.ts';
import { rotateWebhookKey } from '../storage/webhook-keys.ts';
import { deliver } from '../webhooks/send.ts';
import { checkItem } from './controlled-item.ts';

const mostReplays = 5;

const summary = z.object({
  item_id: z.string().nullable().default(null),
  webhook_type: z.string(),
  webhook_code: z.string(),
});

function stateOf({ dueAtMs, endedAttempts }: WebhookDelivery): 'delivered' | 'given_up' | 'waiting' {
  if (dueAtMs !== null) return 'waiting';
  return endedAttempts.at(-1)?.status === 200 ? 'delivered' : 'given_up';
}

function presentDelivery(delivery: WebhookDelivery): Record<string, unknown> {
  const { deliveryId, url, endedAttempts, dueAtMs } = delivery;
  const body: unknown = JSON.parse(delivery.body);
  return {
    webhook_id: deliveryId,
    ...summary.parse(body),
    url,
    body,
    state: stateOf(delivery),
    attempts: endedAttempts,
    next_attempt_at: dueAtMs === null ? null : new Date(dueAtMs).toISOString(),
  };
}

export function serveWebhookControl(app: FastifyInstance, emulator: Emulator): void {
  const { database } = emulator;

  serveEndpoint(app, emulator, {
    path: '/control/webhooks/list',
    fields: { item_id: z.string().optional() },
    answer: (_, { item_id: itemId }) => ({
      webhooks: listDeliveries(database, itemId ?? null).map(presentDelivery),
    }),
  });

  serveEndpoint(app, emulator, {
    path: '/control/webhooks/fire',
    fields: { item_id: z.string(), ...firedWebhook },
    answer: (_, { item_id: itemId, ...webhook }) => ({
      webhook_id: fireWebhook(emulator, checkItem(emulator, itemId), webhook),
    }),
  });

  serveEndpoint(app, emulator, {
    path: '/control/webhooks/replay',
    fields: { webhook_id: z.string(), times: z.number().int().min(1).max(mostReplays).default(1) },
    answer: (_, { webhook_id: webhookId, times }) => {
      const delivery = findDelivery(database, webhookId);
      if (delivery === null) {
        const message = `webhook_id: there is no webhook ${webhookId}`;
        throw new PlaidError('INVALID_REQUEST', 'INVALID_FIELD', message);
      }
      return { webhook_ids: Array.from({ length: times }, () => deliver(emulator, delivery)) };
    },
  });

  serveEndpoint(app, emulator, {
    path: '/control/webhook_key/rotate',
    fields: {},
    answer: () => ({ key_id: rotateWebhookKey(database, emulator.now()).keyId }),
  });
}
