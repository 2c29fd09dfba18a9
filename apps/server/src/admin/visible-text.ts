/** A text that people or issuers choose, for a terminal: without what would move the cursor, turn the writing around or colour it. */
export function visibleText(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, '');
}
