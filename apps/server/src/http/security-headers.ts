import type { FastifyInstance, FastifyReply } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';

/** What the widget needs beyond our own address. */
interface WidgetSources {
  script: string[];
  frame: string[];
  connect: string[];
  other: string[];
  /** Sources for `style` attributes. */
  styleAttribute: string[];
}

const PLAID_CDN = 'https://cdn.plaid.com';

/** Headers for answers that are neither pages nor calls. */
export const HEADERS_OF_NO_PAGE = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** How long a browser then asks only by HTTPS. */
const A_YEAR = 'max-age=31536000';

const HSTS = { off: null, on: A_YEAR, subdomains: `${A_YEAR}; includeSubDomains` } as const;

/** `subdomains`: browsers ask those of the public address by HTTPS too. */
export type Hsts = keyof typeof HSTS;

/** What no page may use, ours included. Browsers warn of names that they don't know. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'sync-xhr',
  'usb',
  'xr-spatial-tracking',
];
/** What our pages use, and no frame may: copying and passkeys. Sharing is closed to frames anyway. */
const USED_FEATURES = ['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get'];

/**
 * Sets what every answer of this server has, also of the programs beside the app (SEC-7). HSTS needs a public address with
 * HTTPS.
 */
export function setHeadersOfAll(server: FastifyInstance, publicUrl: URL, hsts: Hsts): void {
  const wantsHttps = publicUrl.protocol === 'https:' ? HSTS[hsts] : null;
  const headers = {
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': [
      ...UNUSED_FEATURES.map((name) => `${name}=()`),
      ...USED_FEATURES.map((name) => `${name}=(self)`),
    ].join(', '),
    'x-content-type-options': 'nosniff',
    ...(wantsHttps !== null && { 'strict-transport-security': wantsHttps }),
  };
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}

/**
 * Sets the headers of pages and calls (SEC-7). Only the bank widget may come from elsewhere: `linkScriptUrl`,
 * or null for Plaid's own, which calls `plaidUrl`.
 */
export function setSecurityHeaders(
  app: FastifyInstance,
  publicUrl: URL,
  linkScriptUrl: string | null,
  plaidUrl: string | null = null,
): void {
  const widget = linkScriptUrl === null ? plaidSources(plaidUrl) : emulatorSources(publicUrl, linkScriptUrl);
  const isSecure = publicUrl.protocol === 'https:';
  const headers = headersBy({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'", ...widget.other],
        scriptSrc: ["'self'", ...widget.script],
        styleSrc: ["'self'"],
        ...(widget.styleAttribute.length > 0 && { styleSrcAttr: widget.styleAttribute }),
        imgSrc: ["'self'", 'data:', ...widget.other],
        // The typefaces are in their stylesheet.
        fontSrc: ["'self'", 'data:', ...widget.other],
        connectSrc: ["'self'", ...widget.connect],
        frameSrc: widget.frame,
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // See `setHeadersOfAll`.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
    // Plaid's widget must hear from the windows it opens.
    crossOriginOpenerPolicy: {
      policy: linkScriptUrl === null ? 'same-origin-allow-popups' : 'same-origin',
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    originAgentCluster: isSecure,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { access, cacheControl } = request.routeOptions.config;
    // Other routes set their own caching.
    if (access !== undefined)
      reply.header(
        'cache-control',
        cacheControl !== undefined && reply.statusCode < 400 ? cacheControl : 'no-store',
      );
    done();
  });
}

function headersBy(options: HelmetOptions): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, (error) => {
    if (error !== undefined) throw new Error('The security headers are wrong', { cause: error });
  });
  return response.getHeaders();
}

/**
 * Returns a nonce for what Plaid's widget writes into this page. Otherwise everything inline would have to
 * pass.
 */
export function allowByNonce(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64');
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header(
    'content-security-policy',
    policy.replaceAll(/\b(script-src|style-src) /g, `$1 'nonce-${nonce}' `),
  );
  return nonce;
}

/** See plaid.com/docs/link/web and the README of `react-plaid-link`. */
function plaidSources(plaidUrl: string | null): WidgetSources {
  return {
    script: [`${PLAID_CDN}/link/v2/stable/link-initialize.js`],
    frame: [PLAID_CDN],
    connect: plaidUrl === null ? [] : [new URL(plaidUrl).origin],
    other: [PLAID_CDN],
    styleAttribute: ["'unsafe-inline'"],
  };
}

function emulatorSources(publicUrl: URL, linkScriptUrl: string): WidgetSources {
  const { origin } = new URL(linkScriptUrl, publicUrl);
  const isOurs = origin === publicUrl.origin;
  return {
    script: isOurs ? [] : [origin],
    frame: isOurs ? ["'self'"] : [origin],
    connect: [],
    other: [],
    styleAttribute: [],
  };
}
