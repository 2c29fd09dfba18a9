/** The columns of the file of expenses that Oinkly exports and reads back. New ones come last, so that older files stay readable. */
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

export type OwnExportColumn = (typeof OWN_EXPORT_COLUMNS)[number];

/** How many columns the first exports had. */
const FEWEST_COLUMNS = 13;

/** Whether a header is that of Oinkly's own export, also of one before the latest columns were added. */
export function isOwnExport(header: readonly string[]): boolean {
  return (
    header.length >= FEWEST_COLUMNS &&
    header.length <= OWN_EXPORT_COLUMNS.length &&
    header.every((column, index) => column.trim() === OWN_EXPORT_COLUMNS[index])
  );
}

/*
 * Where a spreadsheet could begin a formula: at the start of a text, or where it splits a cell at a sign that is not ours. What shows nothing
 * may stand before it, and a full-width sign is read as the narrow one (SEC-18).
 */
const CELL_STARTS = String.raw`(?<=^|[;"\t\r\n])`;
const FORMULAS = String.raw`(?=['\p{Z}\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|'*[\t\r])`;
const FORMULA_STARTS = new RegExp(`${CELL_STARTS}${FORMULAS}`, 'gu');
const NEUTRALISED_STARTS = new RegExp(`${CELL_STARTS}'${FORMULAS}`, 'gu');

/** Returns a text with an apostrophe before whatever a spreadsheet would run. */
export function neutralised(text: string): string {
  return text.replace(FORMULA_STARTS, "'");
}

/** Returns the text that `neutralised` was given. */
export function withoutNeutralising(text: string): string {
  return text.replace(NEUTRALISED_STARTS, '');
}
