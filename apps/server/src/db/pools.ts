import { channel } from 'node:diagnostics_channel';

/** Announces each pool of `openAppPool` before its first connection. Tests subscribe to it and check all statements. */
export const APP_POOLS = channel('oinkly:app-pool');
