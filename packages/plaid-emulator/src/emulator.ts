import type { DatabaseSync } from 'node:sqlite';
import type { FastifyBaseLogger } from 'fastify';
import { type Day, dayInZone } from './ledger/day.ts';
import { bringUpToDate, untilNextPhaseMs } from './sync/bring-up-to-date.ts';
import { type Rounds, startRounds } from './sync/rounds.ts';
import { type Deliveries, startDeliveries } from './webhooks/deliveries.ts';

/** How the host sets the plugin up. */
export interface PlaidEmulatorOptions {
  /** Where a browser reaches this plugin, with its prefix and without a trailing slash. */
  publicUrl: string;
  /** The SQLite file with everything the banks know; `:memory:` keeps it for the life of the process only. */
  databaseFile: string;
  /** The time by which tokens expire and days pass. */
  clock: () => Date;
  /** The only API client there is. */
  clientId: string;
  secret: string;
  /** Changes every bank's customer and history; the same seed always gives the same. */
  seed?: string;
  /** How long a new item answers NOT_READY, in real milliseconds: the injected clock may stand still. */
  preparationMs?: number;
  /** How long after that the history beyond the last 30 days takes, in real milliseconds; 0 unless told otherwise. */
  historyMs?: number;
  /** How long a webhook that did not arrive waits for the second attempt, in real milliseconds; 30 seconds unless told otherwise. */
  webhookRetryMs?: number;
  /** The time that stands in the signatures of webhooks, where the receiver's clock is another than `clock`. */
  signatureClock?: () => Date;
  /** IANA zone in which the banks' days begin. The default is the westernmost of the mainland, so that no bank is ahead of its customer. */
  timeZone?: string;
}

/** What every part of the server works with. */
export interface Emulator {
  database: DatabaseSync;
  publicUrl: string;
  clientId: string;
  secret: string;
  seed: string;
  preparationMs: number;
  historyMs: number;
  /** The webhooks on their way. */
  deliveries: Deliveries;
  /** The banks' look at items whose client wants to be told of news. */
  rounds: Rounds;
  now(): Date;
  /** The banks' calendar day. */
  today(): Day;
}

/**
 * Puts the options and the opened database together, with the defaults filled in, and begins what goes on without being
 * asked: sending webhooks, and letting the banks' days pass.
 */
export function startEmulator(
  options: PlaidEmulatorOptions,
  database: DatabaseSync,
  log: FastifyBaseLogger,
): Emulator {
  const timeZone = options.timeZone ?? 'America/Los_Angeles';
  const emulator: Emulator = {
    database,
    publicUrl: options.publicUrl,
    clientId: options.clientId,
    secret: options.secret,
    seed: options.seed ?? 'oinkly',
    preparationMs: options.preparationMs ?? 400,
    historyMs: options.historyMs ?? 0,
    deliveries: startDeliveries({
      database,
      signedAt: options.signatureClock ?? options.clock,
      firstPauseMs: options.webhookRetryMs ?? 30_000,
      log,
    }),
    rounds: startRounds({
      database,
      visit: (item) => untilNextPhaseMs(emulator, bringUpToDate(emulator, item)),
      log,
    }),
    now: options.clock,
    today: () => dayInZone(options.clock(), timeZone),
  };
  return emulator;
}

/** Ends what goes on without being asked, at once. */
export async function stopEmulator({ deliveries, rounds }: Emulator): Promise<void> {
  await Promise.all([rounds.stop(), deliveries.stop()]);
}
