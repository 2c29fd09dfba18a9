/** `Café` without its accent. Also writes letters such as `ﬁ` and full-width ones plainly. */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '');
}
