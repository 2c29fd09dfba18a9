export interface AppOrigins {
  /** Whether an origin may frame Link and receive a bank's redirect. */
  includes(origin: string): boolean;
  /** The same as CSP sources. */
  sources: string;
}

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** A CSP source cannot be an IPv6 address. */
export function isIpv6({ hostname }: URL): boolean {
  return hostname.startsWith('[');
}

export function isLocal(url: URL): boolean {
  return localHosts.includes(url.hostname);
}

/**
 * Returns the listed apps, by default the server's own origin and all on this machine. Throws RangeError for
 * a listed IPv6 origin, which a CSP cannot name.
 */
export function appOrigins(publicUrl: string, origins: readonly string[] | undefined): AppOrigins {
  const own = new URL(publicUrl).origin;
  const sourceOf = (origin: string) => {
    if (!isIpv6(new URL(origin))) return origin;
    if (origin !== own) throw new RangeError(`No browser shows Link at ${origin}: use a host name.`);
    return "'self'";
  };
  if (origins !== undefined) {
    return {
      includes: (origin) => origins.includes(origin),
      sources: origins.map(sourceOf).join(' ') || "'none'",
    };
  }
  const isLocalApp = (url: URL) => isLocal(url) && !isIpv6(url);
  return {
    includes: (origin) => origin === own || (URL.canParse(origin) && isLocalApp(new URL(origin))),
    sources: `${sourceOf(own)} http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:*`,
  };
}
