import type { DatabaseSync } from 'node:sqlite';
import { dayInZone } from '@oinkly/test-banks/day';
import type { FastifyBaseLogger } from 'fastify';
import type { Emulator, PlaidEmulatorOptions } from './emulator.ts';
import { appOrigins } from './link/app-origins.ts';
import { bringUpToDate, untilNextPhaseMs } from './sync/bring-up-to-date.ts';
import { startRounds } from './sync/rounds.ts';
import { startDeliveries } from './webhooks/deliveries.ts';

/** Assembles the emulator with its defaults and starts webhook delivery and rounds. */
export function startEmulator(
  options: PlaidEmulatorOptions,
  database: DatabaseSync,
  log: FastifyBaseLogger,
): Emulator {
  const timeZone = options.timeZone ?? 'America/Los_Angeles';
  const emulator: Emulator = {
    database,
    publicUrl: options.publicUrl,
    apps: appOrigins(options.publicUrl, options.appOrigins),
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
      update: async (item) => untilNextPhaseMs(emulator, await bringUpToDate(emulator, item)),
      today: () => emulator.today(),
      log,
    }),
    now: options.clock,
    today: () => dayInZone(options.clock(), timeZone),
  };
  return emulator;
}

export async function stopEmulator({ deliveries, rounds }: Emulator): Promise<void> {
  await Promise.all([rounds.stop(), deliveries.stop()]);
}
