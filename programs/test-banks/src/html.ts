/** Escaped markup; only `html` creates it. */
export class SafeHtml {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | SafeHtml | null | readonly SafeHtml[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

function toMarkup(part: Part): string {
  if (part === null) return '';
  if (part instanceof SafeHtml) return part.markup;
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
  return part.map(toMarkup).join('');
}

/** Builds markup: escapes text, inserts SafeHtml as is, drops null. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): SafeHtml {
  return new SafeHtml(
    strings
      .map((text, index) => text + (index < parts.length ? toMarkup(parts[index] ?? null) : ''))
      .join(''),
  );
}
