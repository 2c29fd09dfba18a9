/* Limits that the browser checks too. Separate, because the browser does not load the schemas. */

export const MAX_USER_NAME_LENGTH = 80;

/** 27 a day for a year, the longest period that the app requests. */
export const MAX_LISTED_EXPENSES = 10_000;

/** Twenty years of 34 a day, manual and imported. */
export const MAX_EXPENSES_PER_USER = 250_000;

export const MAX_TOKENS_PER_USER = 20;

/** The maximum length of a personal token's name, in UTF-16 units. */
export const MAX_TOKEN_NAME_LENGTH = 60;

/** How long a personal token can live, in days. */
export const TOKEN_LIFETIMES_DAYS = [30, 90, 365] as const;

export const DEFAULT_TOKEN_LIFETIME_DAYS = 365;

export const MAX_MESSAGE_PLACES_PER_USER = 3;

/** In UTF-16 units. */
export const MAX_MESSAGE_PLACE_NAME_LENGTH = 60;

export const MAX_IDEMPOTENCY_KEY_LENGTH = 200;

export const MAX_CONNECTIONS_PER_USER = 20;

/** Forty years of 40 a day, of all banks together. */
export const MAX_BANK_TRANSACTIONS_PER_USER = 600_000;

export const MAX_SERIES_PER_USER = 500;

export const MAX_RULES_PER_USER = 1_000;
/** Others can be typed. */
export const MAX_MERCHANTS_LISTED = 500;

/** RFC 5321 4.5.3.1.3, less the angle brackets. */
export const MAX_EMAIL_LENGTH = 254;
