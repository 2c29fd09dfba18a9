/** The largest file that is read, in bytes: ten years of a busy card are a third of it. */
export const MAX_IMPORT_FILE_BYTES = 5 * 1024 * 1024;

/** How many expenses one import adds at the most. They are one request and one transaction: all of them are there, or none is. */
export const MAX_IMPORT_ROWS = 10_000;

/** The widest file that is read, in columns. */
export const MAX_IMPORT_COLUMNS = 200;

/** The longest name of an expense that is imported; what is longer is cut. */
export const MAX_IMPORTED_NAME_LENGTH = 200;

/** The longest name that a bank may have for a transaction, with its account. */
export const MAX_BANK_REF_LENGTH = 300;
