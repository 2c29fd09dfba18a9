/** Returns what a stored text holds; null for none and for damaged JSON. */
export function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
