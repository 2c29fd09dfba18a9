import type { DatabaseSync } from 'node:sqlite';
import type { FastifyBaseLogger } from 'fastify';
import {
  endAttempt,
  type EndedAttempt,
  nextDueAtMs,
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

/** Without the address, which may hold the receiver's secret. */
function reasonOf(error: unknown, deadlineMs: number): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return `no answer within ${deadlineMs / 1000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return 'the address cannot be called';
  // Of an address with several IP addresses, only the code is known.
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
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

  async function post({ url, body }: WebhookDelivery): Promise<EndedAttempt> {
    const at = new Date().toISOString();
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
      return { at, status: response.status, error: null };
    } catch (error) {
      return { at, status: null, error: reasonOf(error, deadlineMs) };
    }
  }

  async function attempt(delivery: WebhookDelivery): Promise<void> {
    const { deliveryId, url, attempts } = delivery;
    const ended = await post(delivery);
    if (ended.status === 200) {
      endAttempt(database, deliveryId, ended, null);
    } else if (stopping.signal.aborted) {
      returnDelivery(database, deliveryId, Date.now());
    } else {
      const failure = ended.error ?? `the receiver answered ${ended.status}`;
      // The path and query may hold the receiver's secret.
      const details = { origin: new URL(url).origin, attempts, failure };
      if (attempts < mostAttempts) {
        const dueAtMs = Date.now() + firstPauseMs * pauseGrowth ** (attempts - 1);
        endAttempt(database, deliveryId, ended, dueAtMs);
        log.info(details, 'webhook not delivered, to be sent again');
      } else {
        endAttempt(database, deliveryId, ended, null);
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
