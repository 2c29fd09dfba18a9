export type ContentSecurityPolicy = string;

/** Forms may also lead to the client: Chromium applies `form-action` to redirects. */
export function contentSecurityPolicy(clientUrls: readonly string[]): ContentSecurityPolicy {
  const clientOrigins = [...new Set(clientUrls.map((url) => new URL(url).origin))];
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    "font-src 'self' data:",
    ["form-action 'self'", ...clientOrigins].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    // Browsers refuse text where HTML or a script is expected; our scripts need neither.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/**
 * A stricter referrer policy would send `Origin: null` with our forms, which on plain http shows nothing else
 * of their origin.
 */
export function securityHeaders(policy: ContentSecurityPolicy): Record<string, string> {
  return {
    'content-security-policy': policy,
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}
