/** Independent of its address, which follows `PUBLIC_URL` and `PORT` (ADR 19). */
export const EMBEDDED_ISSUER = 'embedded';
