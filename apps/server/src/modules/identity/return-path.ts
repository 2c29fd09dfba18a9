const ANY_SITE = 'http://site.invalid';

/**
 * Where to go after signing in: the asked-for path when it leads to a page of this site, else `/` (SEC-5). Everything that a browser
 * could read as another site is refused: `//host`, backslashes, control characters, their encoded forms, user info.
 */
export function safeReturnPath(asked: string | undefined): string {
  if (asked === undefined || !staysOnSite(asked)) return '/';
  const url = new URL(asked, ANY_SITE);
  // What a browser makes of it must stay on the site too: `/.//host` becomes `//host`.
  const path = `${url.pathname}${url.search}`;
  return staysOnSite(path) && isPage(url.pathname) ? path : '/';
}

/** Whether a path leads to a page: no call is one, but for those that begin a visit to a bank. Routes match the decoded path. */
function isPage(pathname: string): boolean {
  const path = decodedOrNull(pathname) ?? pathname;
  return !/^\/+api(\/|$)/i.test(path) || /^\/api\/[a-z]+\/create-link-token$/.test(path);
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
