import type { DatabaseSync } from 'node:sqlite';
import { type Day, dayInZone } from '@oinkly/test-banks/day';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface SimplefinEmulatorOptions {
  /**
   * Where clients reach this plugin, with its prefix, without a trailing slash. A function serves a server that knows
   * its port only when it listens.
   */
  publicUrl: string | (() => string);
  /** SQLite file, or `:memory:`. */
  databaseFile: string;
  /** Decides when days pass and when counted requests expire. */
  clock: () => Date;
  /** Changes every customer's history; the same seed gives the same data. */
  seed?: string;
  /** IANA. The default is the westernmost on the mainland, so that no bank is ahead of its customer. */
  timeZone?: string;
  /**
   * Says who uses the page for setup tokens, or answers the request itself and returns undefined. Each user sees only own
   * tokens. Without it, all users share them.
   */
  pageUserOf?: (request: FastifyRequest, reply: FastifyReply) => Promise<string | undefined>;
  /** Serves the control API to callers that send this secret. Without it, there is none. */
  controlSecret?: string;
}

export interface Emulator {
  database: DatabaseSync;
  readonly publicUrl: string;
  seed: string;
  now(): Date;
  today(): Day;
}

export function createEmulator(options: SimplefinEmulatorOptions, database: DatabaseSync): Emulator {
  const timeZone = options.timeZone ?? 'America/Los_Angeles';
  const { publicUrl } = options;
  return {
    database,
    get publicUrl() {
      return typeof publicUrl === 'string' ? publicUrl : publicUrl();
    },
    seed: options.seed ?? 'oinkly',
    now: options.clock,
    today: () => dayInZone(options.clock(), timeZone),
  };
}
