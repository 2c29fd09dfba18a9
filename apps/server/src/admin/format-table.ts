import { visibleText } from './visible-text.ts';

export function formatTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heading, ...rows].map((row) => row.map(visibleText));
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const characters = new Intl.Segmenter();

/** In characters as users see them, right for most scripts. */
function widthOf(text: string): number {
  return Array.from(characters.segment(text)).length;
}
