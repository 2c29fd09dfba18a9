import { NOT_PAGES } from '@oinkly/contract/own-paths';

const ANY_SITE = 'http://site.invalid';

/**
 * `/` unless it is a page of this site (SEC-5). Refuses `//host`, backslashes, control characters, their
 * encodings, and user info.
 */
export function safeReturnPath(asked: string | undefined): string {
  if (asked === undefined || !staysOnSite(asked)) return '/';
  const url = new URL(asked, ANY_SITE);
  // The result must stay on the site too: `/.//host` becomes `//host`.
  const path = `${url.pathname}${url.search}`;
  return staysOnSite(path) && isPage(url.pathname) ? path : '/';
}

/** Links to these lead through a login: a provider's link pages, and a page with tokens of test banks. */
const PAGES_AMONG_THEM = /^\/(api\/[a-z]+\/create-link-token|[a-z]+-emulator\/create)$/;

/** Addresses below `NOT_PAGES` may change something when they are opened. Routes match the decoded path. */
function isPage(pathname: string): boolean {
  const path = decodedOrNull(pathname) ?? pathname;
  return PAGES_AMONG_THEM.test(path) || !NOT_PAGES.test(path);
}

function staysOnSite(path: string): boolean {
  for (const form of [path, decodedOrNull(path)]) {
    if (form === null || !form.startsWith('/') || form.startsWith('//') || /[\\\p{Cc}]/u.test(form))
      return false;
    if (URL.parse(form, ANY_SITE)?.origin !== ANY_SITE) return false;
  }
  return true;
}

function decodedOrNull(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
