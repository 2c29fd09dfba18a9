import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** What Plaid says its widget needs. */
const PLAID_SOURCES = {
  script: ['https://cdn.plaid.com'],
  frame: ['https://cdn.plaid.com'],
  connect: ['https://production.plaid.com', 'https://sandbox.plaid.com'],
};

/** Security headers of an answer that is none of the app's pages or calls and that nothing may be done with but read. */
export const HEADERS_OF_NO_PAGE = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/**
 * Security headers of the app's own answers (SEC-7): no inline script, nothing from elsewhere but the bank-linking widget (at
 * `linkScriptUrl`; null: Plaid's own), no framing; HSTS where the public address is https. An answer of the API is never stored, unless its
 * route says otherwise.
 */
export async function setSecurityHeaders(
  app: FastifyInstance,
  publicUrl: URL,
  linkScriptUrl: string | null,
): Promise<void> {
  const widget = widgetSources(publicUrl, linkScriptUrl);
  const isSecure = publicUrl.protocol === 'https:';
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...widget.script],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...widget.connect],
        frameSrc: widget.frame,
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    // Plaid's widget opens the pages of some banks in a window of their own and must hear from it.
    crossOriginOpenerPolicy: {
      policy: linkScriptUrl === null ? 'same-origin-allow-popups' : 'same-origin',
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    originAgentCluster: isSecure,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { cacheControl } = request.routeOptions.config;
    if (request.url.startsWith('/api'))
      reply.header(
        'cache-control',
        cacheControl !== undefined && reply.statusCode < 400 ? cacheControl : 'no-store',
      );
    return payload;
  });
}

/** What the widget needs: its script and its calls beyond our own address, and where its frame, the only one on a page, comes from. */
function widgetSources(publicUrl: URL, linkScriptUrl: string | null): typeof PLAID_SOURCES {
  if (linkScriptUrl === null) return PLAID_SOURCES;
  const { origin } = new URL(linkScriptUrl, publicUrl);
  if (origin === publicUrl.origin) return { script: [], frame: ["'self'"], connect: [] };
  return { script: [origin], frame: [origin], connect: [] };
}
