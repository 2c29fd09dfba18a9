import type { DatabaseSync } from 'node:sqlite';
import { type Day, dayInZone } from './ledger/day.ts';

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
  now(): Date;
  /** The banks' calendar day. */
  today(): Day;
}

/** Puts the options and the opened database together, with the defaults filled in. */
export function createEmulator(options: PlaidEmulatorOptions, database: DatabaseSync): Emulator {
  const timeZone = options.timeZone ?? 'America/Los_Angeles';
  return {
    database,
    publicUrl: options.publicUrl,
    clientId: options.clientId,
    secret: options.secret,
    seed: options.seed ?? 'oinkly',
    preparationMs: options.preparationMs ?? 400,
    now: options.clock,
    today: () => dayInZone(options.clock(), timeZone),
  };
}
