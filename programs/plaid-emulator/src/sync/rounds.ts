import { setImmediate } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { Day } from '@oinkly/test-banks/day';
import type { FastifyBaseLogger } from 'fastify';
import { type Item, listItemsWithWebhook } from '../storage/items.ts';

/** In real milliseconds. */
const roundMs = 60_000;
/** The banks' clock may jump, and a new day should not wait for the next round. */
const dayCheckMs = 1000;

/** Updates items with a webhook as days pass; other items update on request. */
export interface Rounds {
  /** Call after adding an item. */
  wake(): void;
  stop(): Promise<void>;
}

interface RoundsOptions {
  database: DatabaseSync;
  /** Returns real ms until the item's next update; null for the next round. */
  update: (item: Item) => number | null | Promise<number | null>;
  today: () => Day;
  log: FastifyBaseLogger;
}

/** Yields after each item, so that requests are served. */
export function startRounds({ database, update, today, log }: RoundsOptions): Rounds {
  let isStopped = false;
  let wakings = 0;
  let lastDay: Day | null = null;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  async function tryUpdate(item: Item): Promise<number> {
    try {
      return (await update(item)) ?? roundMs;
    } catch (error) {
      log.error({ err: error, itemId: item.itemId }, 'an item could not be brought up to date');
      return roundMs;
    }
  }

  async function makeRound(): Promise<number> {
    const before = wakings;
    lastDay = today();
    let nextMs = roundMs;
    for (const item of listItemsWithWebhook(database)) {
      await setImmediate();
      if (isStopped) break;
      nextMs = Math.min(nextMs, await tryUpdate(item));
    }
    // Items added meanwhile were not on the list.
    return wakings === before ? nextMs : 0;
  }

  function roundIn(delayMs: number): void {
    clearTimeout(timer);
    if (isStopped) return;
    const waitMs = Math.min(delayMs, dayCheckMs);
    timer = setTimeout(() => {
      if (waitMs < delayMs && today() === lastDay) {
        roundIn(delayMs - waitMs);
        return;
      }
      underWay = underWay.then(makeRound).then(roundIn, (error: unknown) => {
        log.error({ err: error }, 'a round of the test banks failed');
        roundIn(roundMs);
      });
    }, waitMs).unref();
  }

  roundIn(0);
  return {
    wake() {
      wakings += 1;
      roundIn(0);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
