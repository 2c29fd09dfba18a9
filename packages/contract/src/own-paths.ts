/* Where the server mounts what is no page of the app. */

/** The log-in pages. */
export const IDENTITY_PATH = '/idp';

/** Returns where a bank provider's test banks are mounted. */
export function testBanksPath(provider: string): string {
  return `/${provider}-emulator`;
}

/** Matches the paths that are no pages of the app, also those with several slashes at their start. */
export const NOT_PAGES = /^\/+(api|assets|idp|[a-z]+-emulator)(\/|$)/i;
