/** The columns of the file of expenses that Oinkly exports and reads back. */
export const OWN_EXPORT_COLUMNS = [
  'date',
  'name',
  'amount',
  'currency',
  'category',
  'type',
  'dayOfMonth',
  'paid',
  'counted',
  'kind',
  'refunded',
  'pending',
  'source',
] as const;

/** Whether a header is that of Oinkly's own export. */
export function isOwnExport(header: readonly string[]): boolean {
  return (
    header.length === OWN_EXPORT_COLUMNS.length &&
    OWN_EXPORT_COLUMNS.every((column, index) => header[index]?.trim() === column)
  );
}

/** A text as it was before the export put an apostrophe before what a spreadsheet would have run (SEC-18). */
export function withoutNeutralising(text: string): string {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}
