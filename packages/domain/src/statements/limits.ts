/** Thirty years of four purchases a day, or ten of a shop's account. */
export const MAX_IMPORT_LINES = 50_000;

/** So many lines of 335 bytes. */
export const MAX_IMPORT_FILE_BYTES = 16 * 1024 * 1024;

/** One request and one transaction. More lines take several. */
export const MAX_IMPORT_ROWS = 10_000;

/** So many rows of 500 bytes of text and 200 of field names and derived values. */
export const MAX_IMPORT_BODY_BYTES = 7_000_000;

export const MAX_IMPORT_COLUMNS = 200;

/** The longest bank id of a transaction, including its account. */
export const MAX_BANK_REF_LENGTH = 300;
