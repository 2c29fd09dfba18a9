/** What says in a column of its own that money went out, or came in. */
const OUT = /^(debit|dr|d|soll|s|out|outgoing|withdrawal|sale|purchase|af)$/i;
const IN = /^(credit|cr|c|haben|h|in|incoming|deposit|payment|refund|return|bij)$/i;

/** What says so wherever it stands. Not 'Payment': the one of a card comes in on its own statement and goes out of the account's. */
const SURELY_OUT = /^(debit|soll|withdrawal|sale|purchase)$/i;
const SURELY_IN = /^(credit|haben|deposit|refund|return)$/i;
const INCOME =
  /\b(payroll|salary|direct dep|deposit|interest (?:paid|earned)|payment (?:- )?thank you|gehalt)\b/i;

/** A row that has an amount, with the sign of that: -1, 0 or 1. */
interface SignedRow {
  cells: readonly string[];
  sign: number;
}

/** Whether a cell of the column 'direction' says money out, money in, or neither. */
export function directionOf(cell: string): 'out' | 'in' | null {
  const text = cell.trim();
  return OUT.test(text) ? 'out' : IN.test(text) ? 'in' : null;
}

/**
 * The sign that purchases have, -1 or 1. Where amounts have both signs, what rows say of themselves in words decides, such as 'Sale' or
 * 'Payroll': of an account there may be more deposits in a file than purchases. Else purchases are many and payments few.
 */
export function signOfPurchases(rows: readonly SignedRow[]): number {
  const [below, above] = [rows.filter(({ sign }) => sign < 0), rows.filter(({ sign }) => sign > 0)];
  // What comes in with a plus counts as much as what goes out with a minus.
  const spoken = rows.reduce((sum, row) => sum + row.sign * directionInWords(row), 0);
  const isMixed = below.length > 0 && above.length > 0;
  if (spoken !== 0 && (isMixed || Math.abs(spoken) > rows.length / 2)) return spoken > 0 ? -1 : 1;
  return above.length > below.length ? 1 : -1;
}

/** 1 for a row that tells of money in, -1 for one of money out, 0 when it does not say or says both. */
function directionInWords({ cells }: SignedRow): number {
  const says = (pattern: RegExp) => cells.some((cell) => pattern.test(cell.trim()));
  return Number(says(SURELY_IN) || says(INCOME)) - Number(says(SURELY_OUT));
}
