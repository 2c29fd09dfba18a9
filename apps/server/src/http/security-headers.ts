import type { FastifyInstance, FastifyReply } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';

/** What the widget needs beyond our own address, and where its frame, the only one on a page, comes from. */
interface WidgetSources {
  script: string[];
  frame: string[];
  connect: string[];
  /** For all that has no list of its own. */
  other: string[];
  /** For `style` attributes that are written into the page. */
  styleAttribute: string[];
}

const PLAID_CDN = 'https://cdn.plaid.com';

/** Security headers of an answer that is none of the app's pages or calls and that nothing may be done with but read. */
export const HEADERS_OF_NO_PAGE = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Has browsers come by https alone from now on, where the public address is https (SEC-7). */
export function askForHttps(server: FastifyInstance, publicUrl: URL): void {
  if (publicUrl.protocol !== 'https:') return;
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('strict-transport-security', 'max-age=31536000');
  });
}

/**
 * Security headers of the app's own answers (SEC-7): no inline script, nothing from elsewhere but the bank-linking widget (at
 * `linkScriptUrl`; null: Plaid's own, which makes its calls to `plaidUrl`), no framing. An answer of the API is never
 * stored, unless its route says otherwise.
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
        fontSrc: ["'self'", ...widget.other],
        connectSrc: ["'self'", ...widget.connect],
        frameSrc: widget.frame,
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // See `askForHttps`.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
    // Plaid's widget opens the pages of some banks in a window of their own and must hear from it.
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
    // Every call of the contract says who may make it, and no other route does; what no route knows says itself how it may be kept.
    if (access !== undefined)
      reply.header(
        'cache-control',
        cacheControl !== undefined && reply.statusCode < 400 ? cacheControl : 'no-store',
      );
    done();
  });
}

/** Returns the headers that helmet sets. They are the same for every answer, so it is asked once. */
function headersBy(options: HelmetOptions): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, (error) => {
    if (error !== undefined) throw new Error('The security headers are wrong', { cause: error });
  });
  return response.getHeaders();
}

/**
 * Lets what Plaid's widget itself writes into the page of this one answer pass, if it bears the nonce that this returns: short of allowing
 * everything inline, Plaid has no other way.
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

/** What Plaid says that its widget needs (plaid.com/docs/link/web and the README of `react-plaid-link`), beside a nonce. */
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
