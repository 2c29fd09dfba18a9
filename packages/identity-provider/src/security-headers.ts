/** What a response may load and be embedded in. */
export type ContentSecurityPolicy = string;

/**
 * The policy of the pages. Scripts come from our own files only. Forms may lead to the client's addresses as well, because
 * Chromium holds the redirects after a form against `form-action`.
 * @param clientUrls where the client may be returned to
 */
export function contentSecurityPolicy(clientUrls: readonly string[]): ContentSecurityPolicy {
  const clientOrigins = [...new Set(clientUrls.map((url) => new URL(url).origin))];
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    ["form-action 'self'", ...clientOrigins].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/**
 * The headers of everything the provider answers. The referrer policy is `same-origin`, not stricter: without a referrer
 * browsers send `Origin: null` with our own forms, and on plain http that is all there is to tell them from foreign ones.
 */
export function securityHeaders(policy: ContentSecurityPolicy): Record<string, string> {
  return {
    'content-security-policy': policy,
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  };
}
