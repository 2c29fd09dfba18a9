/** Makes untrusted text safe for a terminal: no cursor moves, direction changes or colors. */
export function visibleText(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, '');
}
