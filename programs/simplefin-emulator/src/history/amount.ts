/** Writes cents as the shortest decimal number, as in `-5`, `-0.1` and `-12.34`. */
export function decimalOf(cents: number): string {
  return String(cents / 100);
}
