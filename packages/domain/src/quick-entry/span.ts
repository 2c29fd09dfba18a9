/** `end` is not included. */
export interface Span {
  start: number;
  end: number;
}

export function spanOf(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length };
}

/** Fills the spans, so that all other characters keep their positions. Cost: n in the spans. */
export function blank(text: string, spans: readonly (Span | undefined)[], filler = ' '): string {
  let rest = text;
  for (const span of spans) {
    if (!span) continue;
    const end = Math.min(span.end, rest.length);
    rest = rest.slice(0, span.start) + filler.repeat(Math.max(0, end - span.start)) + rest.slice(end);
  }
  return rest;
}

export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}
