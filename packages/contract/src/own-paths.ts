/* Paths of the server that are no pages of the app, and what its own redirects say. */

/** The log-in pages. */
export const IDENTITY_PATH = '/idp';

/** Returns where a bank provider's test banks are mounted. */
export function testBanksPath(provider: string): string {
  return `/${provider}-emulator`;
}

/** Matches the paths that are no pages of the app, also those with several slashes at their start. */
export const NOT_PAGES = /^\/+(api|assets|idp|[a-z]+-emulator)(\/|$)/i;

/** Names the error that a failed navigation leads to `/` with, for the page to explain. */
export const PROBLEM_PARAMETER = 'problem';
