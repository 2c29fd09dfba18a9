import { BANK_EMULATOR_PATH, IDENTITY_PATH, SIMPLEFIN_EMULATOR_PATH } from '../../http/own-paths.ts';

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

/** The API, the log-in pages and the test banks: some of their addresses change something when they are opened. */
const NO_PAGES = ['/api', IDENTITY_PATH, BANK_EMULATOR_PATH, SIMPLEFIN_EMULATOR_PATH];

/** Links to these lead through a login. */
const PAGES_AMONG_THEM = [
  /^\/api\/[a-z]+\/create-link-token$/,
  new RegExp(`^${SIMPLEFIN_EMULATOR_PATH}/create$`),
];

/** Routes match the decoded path. */
function isPage(pathname: string): boolean {
  const path = decodedOrNull(pathname) ?? pathname;
  if (PAGES_AMONG_THEM.some((page) => page.test(path))) return true;
  const plain = path.toLowerCase().replace(/^\/+/, '/');
  return !NO_PAGES.some((one) => plain === one || plain.startsWith(`${one}/`));
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
