/** The time of all browser tests: Friday, June 5, 2026, noon in Los Angeles, in the map's 23rd week. */
export const SERVER_NOW = '2026-06-05T19:00:00Z';

/** Lets tests link banks by the emulator's API. */
export const BANK_CREDENTIALS = { clientId: 'browser-tests', secret: 'browser-tests-secret' };

export const PASSWORD = 'a quiet brass trumpet';

/** True in `npm run test:browser-full`. */
export const IS_FULL = process.env['FULL'] === '1';
