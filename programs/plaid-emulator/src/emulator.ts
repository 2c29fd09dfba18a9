import type { DatabaseSync } from 'node:sqlite';
import type { Day } from '@oinkly/test-banks/day';
import type { AppOrigins } from './link/app-origins.ts';
import type { Rounds } from './sync/rounds.ts';
import type { Deliveries } from './webhooks/deliveries.ts';

export interface PlaidEmulatorOptions {
  /** Where a browser reaches this plugin, with its prefix, without a trailing slash. */
  publicUrl: string;
  /** SQLite file, or `:memory:`. */
  databaseFile: string;
  /**
   * May frame Link and receive a bank's redirects. The default is `publicUrl`'s origin and all on this
   * machine.
   */
  appOrigins?: readonly string[];
  /** Decides when tokens expire and days pass. */
  clock: () => Date;
  clientId: string;
  secret: string;
  /** Changes every customer and history; the same seed gives the same data. */
  seed?: string;
  /** How long a new item answers NOT_READY, in real milliseconds because `clock` may stand still. */
  preparationMs?: number;
  /** Real milliseconds until history older than 30 days arrives. Default 0. */
  historyMs?: number;
  /** Real milliseconds before a second attempt. Default 30 seconds. */
  webhookRetryMs?: number;
  /** Time in webhook signatures, when the receiver's clock differs from `clock`. */
  signatureClock?: () => Date;
  /** Refuses calls beyond Plaid's limits per minute. Default false, and the control API changes it. */
  enforcesLimits?: boolean;
  /** IANA. The default is the westernmost on the mainland, so that no bank is ahead of its customer. */
  timeZone?: string;
}

export interface Emulator {
  database: DatabaseSync;
  publicUrl: string;
  apps: AppOrigins;
  clientId: string;
  secret: string;
  seed: string;
  preparationMs: number;
  historyMs: number;
  deliveries: Deliveries;
  rounds: Rounds;
  now(): Date;
  today(): Day;
}
