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

/** For how long an attempt keeps other processes off: longer than one can take. */
const leaseMs = 30_000;
/** How many attempts are made, and how much longer each pause is than the one before (Plaid: 4 times, for 24 hours). */
const mostAttempts = 7;
const pauseGrowth = 4;
/** How many receivers are waited for at the same time: one that hangs must not hold up the others. */
const mostAtOnce = 8;
/** Another process may have stored something without telling, so there is a look at least this often. */
const longestWaitMs = 60_000;

/** Sends the stored webhooks, in the background. */
export interface Deliveries {
  /** Says that a webhook was stored. It is sent after the work at hand, which may still roll it back. */
  wake(): void;
  /** Breaks off what is under way and sends nothing more. What has not arrived stays stored. */
  stop(): Promise<void>;
}

/** What sending needs. */
interface DeliveryOptions {
  database: DatabaseSync;
  /** The time that stands in a signature. */
  signedAt: () => Date;
  /** The pause after the first attempt, in real milliseconds. */
  firstPauseMs: number;
  /** How long a receiver has for its answer (Plaid: 10 seconds). */
  deadlineMs?: number;
  log: FastifyBaseLogger;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** Begins to send the stored webhooks, those of an earlier process as well. */
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

  /** Sends a webhook once. Answers null when it has arrived, else what went wrong. */
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
      // The rest of the address may hold a secret of the receiver's.
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

  /** Begins what is due, and answers in how many milliseconds more will be. */
  function beginDue(): number {
    while (underWay.size < mostAtOnce) {
      const dueAtMs = nextDueAtMs(database);
      const waitMs = dueAtMs === null ? longestWaitMs : Math.min(longestWaitMs, dueAtMs - Date.now());
      if (waitMs > 0) return waitMs;
      // Null when another process was faster.
      const delivery = takeDueDelivery(database, Date.now(), leaseMs);
      if (delivery !== null) begin(delivery);
    }
    // With everybody busy, whoever is done looks next.
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
