/** The apps that Link works for. */
export interface AppOrigins {
  /** Whether a page of an origin may show Link in a frame, and a bank may send people back there. */
  includes(origin: string): boolean;
  /** The same as sources of a content security policy. */
  sources: string;
}

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address is one on this machine. */
export function isLocal(url: URL): boolean {
  return localHosts.includes(url.hostname);
}

/** The apps on a list of origins; without a list, the one at the server's own origin and every one on this machine. */
export function appOrigins(publicUrl: string, origins: readonly string[] | undefined): AppOrigins {
  if (origins !== undefined) {
    return { includes: (origin) => origins.includes(origin), sources: origins.join(' ') || "'none'" };
  }
  const own = new URL(publicUrl).origin;
  return {
    includes: (origin) => origin === own || (URL.canParse(origin) && isLocal(new URL(origin))),
    // A policy cannot name an IPv6 address.
    sources: `${own} http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:*`,
  };
}
