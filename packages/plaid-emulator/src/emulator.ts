import type { DatabaseSync } from 'node:sqlite';
import type { Day } from './ledger/day.ts';
import type { AppOrigins } from './link/app-origins.ts';
import type { Rounds } from './sync/rounds.ts';
import type { Deliveries } from './webhooks/deliveries.ts';

/** How the host sets the plugin up. */
export interface PlaidEmulatorOptions {
  /** Where a browser reaches this plugin, with its prefix and without a trailing slash. */
  publicUrl: string;
  /** The SQLite file with everything the banks know; `:memory:` keeps it for the life of the process only. */
  databaseFile: string;
  /**
   * Origins of the apps whose pages may show Link in a frame, and to which a bank may send people back. Without it that is
   * the origin of `publicUrl` and every one on this machine.
   */
  appOrigins?: readonly string[];
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
  /** The apps that Link may work for. */
  apps: AppOrigins;
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
