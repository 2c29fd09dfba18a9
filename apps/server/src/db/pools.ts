import { channel } from 'node:diagnostics_channel';

/** Tests read from it each pool of requests, jobs or commands, before its first connection. */
export const POOLS = channel('oinkly:pool');
