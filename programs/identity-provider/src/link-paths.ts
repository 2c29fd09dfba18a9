/** Under the issuer, before the token. */
export const PASSWORD_LINK_PATH = '/password-link';
export const CONFIRMATION_LINK_PATH = '/confirm-email';
