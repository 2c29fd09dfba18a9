/** Names the embedded issuer independent of its address, which follows `PUBLIC_URL` and `PORT`. Other issuers are named by address. */
export const EMBEDDED_ISSUER = 'embedded';
