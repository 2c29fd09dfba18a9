/** For texts; file, role and header names spell it themselves. */
export const PRODUCT_NAME = 'Oinkly';

/** Specification, section 1. */
export const TAGLINE = 'It makes dollars and sense.';

/** Specification, section 1. */
export const WELCOME_COPY = 'Track your spending. Outsmart your past self. Compete with friends.';

/** Of the first page (RT-12). */
export const DOCUMENT_TITLE = `${PRODUCT_NAME} · Your smart spending companion`;
