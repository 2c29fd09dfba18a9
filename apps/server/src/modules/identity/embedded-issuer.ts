/**
 * The name under which the embedded issuer's people are kept, whatever its address: that follows `PUBLIC_URL` and `PORT`, and they stay who
 * they are. An issuer elsewhere goes by its own name, which is always an address.
 */
export const EMBEDDED_ISSUER = 'embedded';
