/**
 * The embedded issuer's name in the database. Its address follows `PUBLIC_URL` and `PORT`: stored, another address would make every user a
 * new one (ADR 6). No other issuer can have this name, because an issuer's name is an address.
 */
export const EMBEDDED_ISSUER = 'embedded';
