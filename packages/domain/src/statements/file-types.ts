/** The types of files that can be imported, with their endings. */
export const STATEMENT_FILE_TYPES: Readonly<Record<string, readonly string[]>> = {
  'text/csv': ['.csv'],
  'text/tab-separated-values': ['.tsv'],
  'application/x-ofx': ['.ofx'],
  'application/vnd.intu.qfx': ['.qfx'],
  'application/qif': ['.qif'],
};

/** As above, and plain text, which may also be something else. */
export const ACCEPTED_FILES: readonly string[] = [
  ...Object.entries(STATEMENT_FILE_TYPES).flat(2),
  'text/plain',
  '.txt',
];
