/** The instant at which every browser test happens: Friday, 5 June 2026, noon in Los Angeles; the map is in its 23rd week. */
export const SERVER_NOW = '2026-06-05T19:00:00Z';

/** Opens the bank emulator's API to the tests, which link a bank without walking through its pages each time. */
export const BANK_CREDENTIALS = { clientId: 'browser-tests', secret: 'browser-tests-secret' };

export const PASSWORD = 'a quiet brass trumpet';

/** Whether this is the long run (`npm run test:browser-full`). */
export const IS_FULL = process.env['FULL'] === '1';
