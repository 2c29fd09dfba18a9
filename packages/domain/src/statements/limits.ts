/** Three times ten years of a busy card. */
export const MAX_IMPORT_FILE_BYTES = 5 * 1024 * 1024;

/** One request and one transaction, so that an import is all or nothing. */
export const MAX_IMPORT_ROWS = 10_000;

export const MAX_IMPORT_COLUMNS = 200;

/** The longest bank id of a transaction, including its account. */
export const MAX_BANK_REF_LENGTH = 300;
