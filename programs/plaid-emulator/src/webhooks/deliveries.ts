import type { DatabaseSync } from 'node:sqlite';
import type { FastifyBaseLogger } from 'fastify';
import {
  deleteDelivery,
  nextDueAtMs,
  postponeDelivery,
  returnDelivery,
  takeDueDelivery,
  type WebhookDelivery,
} from '../storage/webhook-deliveries.ts';
import { signWebhook } from './signature.ts';

/** Longer than one attempt takes. */
const leaseMs = 30_000;
/** Attempts, and the factor between pauses (Plaid: 4, for 24 hours). */
const mostAttempts = 7;
const pauseGrowth = 4;
/** A receiver that hangs must not delay others. */
const mostAtOnce = 8;
/** Another process may store a webhook, so check at least this often. */
const longestWaitMs = 60_000;

export interface Deliveries {
  /** Call after storing a webhook. Sending waits for the caller's transaction. */
  wake(): void;
  /** Aborts running attempts; undelivered webhooks stay stored. */
  stop(): Promise<void>;
}

interface DeliveryOptions {
  database: DatabaseSync;
  signedAt: () => Date;
  /** Real ms after the first attempt. */
  firstPauseMs: number;
  /** Plaid's deadline is 10 seconds. */
  deadlineMs?: number;
  log: FastifyBaseLogger;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

export function startDeliveries({
  database,
  signedAt,
  firstPauseMs,
  deadlineMs = 10_000,
  log,
}: DeliveryOptions): Deliveries {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  async function post({ url, body }: WebhookDelivery): Promise<string | null> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'plaid-verification': await signWebhook(database, body, signedAt()),
        },
        body,
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(deadlineMs)]),
      });
      await response.body?.cancel();
      return response.status === 200 ? null : `the receiver answered ${response.status}`;
    } catch (error) {
      return reasonOf(error);
    }
  }

  async function attempt(delivery: WebhookDelivery): Promise<void> {
    const { deliveryId, url, attempts } = delivery;
    const failure = await post(delivery);
    if (failure === null) {
      deleteDelivery(database, deliveryId);
    } else if (stopping.signal.aborted) {
      returnDelivery(database, deliveryId, Date.now());
    } else {
      // The path and query may hold the receiver's secret.
      const details = { origin: new URL(url).origin, attempts, failure };
      if (attempts < mostAttempts) {
        postponeDelivery(database, deliveryId, Date.now() + firstPauseMs * pauseGrowth ** (attempts - 1));
        log.info(details, 'webhook not delivered, to be sent again');
      } else {
        deleteDelivery(database, deliveryId);
        log.warn(details, 'webhook given up');
      }
    }
  }

  function begin(delivery: WebhookDelivery): void {
    const work = attempt(delivery)
      .catch((error: unknown) => log.error({ err: error }, 'webhook delivery could not be stored'))
      .finally(() => {
        underWay.delete(work);
        wake();
      });
    underWay.add(work);
  }

  function beginDue(): number {
    while (underWay.size < mostAtOnce) {
      const dueAtMs = nextDueAtMs(database);
      const waitMs = dueAtMs === null ? longestWaitMs : Math.min(longestWaitMs, dueAtMs - Date.now());
      if (waitMs > 0) return waitMs;
      // Null when another process was faster.
      const delivery = takeDueDelivery(database, Date.now(), leaseMs);
      if (delivery !== null) begin(delivery);
    }
    // All slots are busy; the next free one looks again.
    return longestWaitMs;
  }

  function look(): void {
    let waitMs = longestWaitMs;
    try {
      waitMs = beginDue();
    } catch (error) {
      log.error({ err: error }, 'webhook deliveries could not be read');
    }
    lookIn(waitMs);
  }

  function lookIn(delayMs: number): void {
    clearTimeout(timer);
    if (!stopping.signal.aborted) timer = setTimeout(look, delayMs).unref();
  }

  function wake(): void {
    lookIn(0);
  }

  wake();
  return {
    wake,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}
