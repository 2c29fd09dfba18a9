/** The name that people read. File, role and header names spell it themselves. */
export const PRODUCT_NAME = 'Oinkly';

/** The tagline under the name (specification, section 1). */
export const TAGLINE = 'It makes dollars and sense.';

/** What the welcome screen says the product does (specification, section 1). */
export const WELCOME_COPY = 'Track your spending. Outsmart your past self. Compete with friends.';

/** The sentence that people repeat. */
export const PROMISE = 'You compete with friends, and none of you sees a dollar of the others.';

export const DOCUMENT_TITLE = `${PRODUCT_NAME} · Your smart spending companion`;
