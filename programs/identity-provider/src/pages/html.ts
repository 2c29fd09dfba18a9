/** Escaped HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | Html[] | string | false | undefined;

/** Escapes values that are not Html and drops `undefined` and `false`. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  const text = strings
    .map((string, index) => (index === 0 ? '' : render(values[index - 1])) + string)
    .join('');
  return new Html(text);
}

function render(value: Value): string {
  if (value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(render).join('');
  return value instanceof Html ? value.text : escape(value);
}

function escape(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
