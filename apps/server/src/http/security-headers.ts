import type { FastifyInstance, FastifyReply } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';

/** What a bank provider's widget needs beyond our own address. */
export interface WidgetSources {
  script: string[];
  frame: string[];
  connect: string[];
  other: string[];
  /** Whether it adds scripts and styles to the page, and hears from windows that it opens. */
  writesIntoPage: boolean;
}

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

/** Sets the headers of pages and calls (SEC-7). Only the bank providers' widgets may come from elsewhere. */
export function setSecurityHeaders(
  app: FastifyInstance,
  publicUrl: URL,
  widgets: readonly WidgetSources[],
): void {
  const sources = (kind: 'script' | 'frame' | 'connect' | 'other') =>
    widgets.flatMap((widget) => widget[kind]);
  const writesIntoPage = widgets.some((widget) => widget.writesIntoPage);
  const frames = sources('frame');
  const isSecure = publicUrl.protocol === 'https:';
  const headers = headersBy({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'", ...sources('other')],
        scriptSrc: ["'self'", ...sources('script')],
        styleSrc: ["'self'"],
        ...(writesIntoPage && { styleSrcAttr: ["'unsafe-inline'"] }),
        imgSrc: ["'self'", 'data:', ...sources('other')],
        // The typefaces are in their stylesheet.
        fontSrc: ["'self'", 'data:', ...sources('other')],
        connectSrc: ["'self'", ...sources('connect')],
        frameSrc: frames.length > 0 ? frames : ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // See `setHeadersOfAll`.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: writesIntoPage ? 'same-origin-allow-popups' : 'same-origin' },
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
 * Returns a nonce for what a widget writes into this page. Otherwise everything inline would have to pass.
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
