/** The apps that Link works for. */
export interface AppOrigins {
  /** Whether a page of an origin may show Link in a frame, and a bank may send people back there. */
  includes(origin: string): boolean;
  /** The same as sources of a content security policy. */
  sources: string;
}

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address is an IPv6 one. No source of a content security policy can be. */
export function isIpv6({ hostname }: URL): boolean {
  return hostname.startsWith('[');
}

/** Whether an address is one on this machine. */
export function isLocal(url: URL): boolean {
  return localHosts.includes(url.hostname);
}

/**
 * The apps on a list of origins; without a list, the one at the server's own origin and every one on this machine. An app at
 * an IPv6 address is only the server's own, which a policy calls by another name: no browser would show Link in another
 * one. Throws RangeError when the list holds such an origin.
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
