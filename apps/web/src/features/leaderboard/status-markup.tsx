import type { ReactNode } from 'react';

/** Elements whose content is not text for people. */
const UNREADABLE = /<(script|style|template|svg)\b[^]*?(?:<\/\1\s*>|$)/gi;

/** A comment, a tag with its attributes, or an entity that the server's escaping writes. */
const TOKEN =
  /<!--[^]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)(?:"[^"]*"|'[^']*'|[^'">])*>|&(?:amp|lt|gt|quot|#39);/gi;

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** A stretch of text with one kind of emphasis. */
interface Run {
  text: string;
  isStrong: boolean;
  isEm: boolean;
}

/**
 * Renders a status message with its `<strong>` and `<em>` (DB-7, PD-26), or returns null if it has no readable text. The string is never
 * parsed as HTML, not even in an inert document: browsers report inline handlers and styles as soon as they parse them. A misread tag can
 * only change which words are emphasized.
 */
export function statusMarkup(status: string): ReactNode | null {
  const runs = runsOf(status.replace(UNREADABLE, ''));
  if (runs.every(({ text }) => text.trim() === '')) return null;
  return runs.map(({ text, isStrong, isEm }, index) => {
    const emphasized = isEm ? <em key={index}>{text}</em> : text;
    return isStrong ? <strong key={index}>{emphasized}</strong> : emphasized;
  });
}

function runsOf(markup: string): Run[] {
  const runs: Run[] = [];
  let isStrong = false;
  let isEm = false;
  let from = 0;

  const addText = (text: string) => {
    if (text === '') return;
    const last = runs.at(-1);
    if (last?.isStrong === isStrong && last.isEm === isEm) last.text += text;
    else runs.push({ text, isStrong, isEm });
  };

  for (const match of markup.matchAll(TOKEN)) {
    const [token, slash, name] = match;
    addText(markup.slice(from, match.index));
    from = match.index + token.length;
    if (name === undefined) addText(ENTITIES[token.toLowerCase()] ?? '');
    else if (name.toLowerCase() === 'strong') isStrong = slash === '';
    else if (name.toLowerCase() === 'em') isEm = slash === '';
  }
  addText(markup.slice(from));
  return runs;
}
