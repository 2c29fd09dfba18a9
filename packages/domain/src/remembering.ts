/** More than a file of 50,000 lines has in two columns. Beyond it, a hostile file could fill the memory. */
const MOST_TEXTS = 100_000;

/** Returns a function that reads each text once: the lines of a file repeat days, amounts and names. */
export function remembering<Result extends string | number | object | null>(
  read: (text: string) => Result,
): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = read(text);
    if (known.size >= MOST_TEXTS) known.clear();
    known.set(text, result);
    return result;
  };
}
