/**
 * A table for a terminal, its columns as wide as they must be. People choose what stands in it: what would move the cursor, turn the writing
 * around or colour it is left out.
 */
export function formatTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heading, ...rows].map((row) => row.map(visible));
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

function visible(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, '');
}

const characters = new Intl.Segmenter();

/** In characters as people see them, which is right for most scripts. */
function widthOf(text: string): number {
  return Array.from(characters.segment(text)).length;
}
