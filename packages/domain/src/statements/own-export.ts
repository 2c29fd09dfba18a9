/** Oinkly can import its own export. New columns go last, so that older files stay readable. */
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

const FEWEST_COLUMNS = 13;

/** Whether a header is from Oinkly's own export, including older versions. Cost: n in the columns. */
export function isOwnExport(header: readonly string[]): boolean {
  return (
    header.length >= FEWEST_COLUMNS &&
    header.length <= OWN_EXPORT_COLUMNS.length &&
    header.every((column, index) => column.trim() === OWN_EXPORT_COLUMNS[index])
  );
}

/*
 * A formula could start at the start of a cell, or after a separator that a spreadsheet splits at. Invisible characters may come first,
 * and full-width signs work like ASCII ones (SEC-18).
 */
const CELL_STARTS = String.raw`(?<=^|[;"\t\r\n])`;
const FORMULAS = String.raw`(?=['\p{Z}\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|'*[\t\r])`;
const FORMULA_STARTS = new RegExp(`${CELL_STARTS}${FORMULAS}`, 'gu');
const NEUTRALIZED_STARTS = new RegExp(`${CELL_STARTS}'${FORMULAS}`, 'gu');

/** An apostrophe keeps spreadsheets from running formulas. */
export function neutralized(text: string): string {
  return text.replace(FORMULA_STARTS, "'");
}

/** Reverses `neutralized`. */
export function withoutNeutralizing(text: string): string {
  return text.replace(NEUTRALIZED_STARTS, '');
}
