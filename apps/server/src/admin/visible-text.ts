/** Removes what moves a terminal's cursor or changes its colors or direction. */
export function visibleText(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, '');
}
