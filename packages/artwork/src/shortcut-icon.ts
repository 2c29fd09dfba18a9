import { withLightColors } from './palette.ts';

const SIDE = 96;
const ROUND = { add: 0.5, week: 0.22 };

const PLUS = 'M48 28v40M28 48h40';
/** Seven days, the first four on the upper row; `[x, y]` of each. */
const DAYS = [0, 1, 2, 3, 4, 5, 6].map((day) => [15 + (day % 4) * 18, day < 4 ? 30 : 52]);

/** The icon of a home screen shortcut as SVG: a plus on a disk, or a week's squares on a tile. */
export function shortcutIcon(name: 'add' | 'week'): string {
  const ground = name === 'add' ? 'var(--color-pink-deep)' : 'var(--color-paper)';
  const sign =
    name === 'add'
      ? `<path d="${PLUS}" stroke="var(--color-card)" stroke-width="9" stroke-linecap="round"/>`
      : DAYS.map(
          ([x, y]) => `<rect x="${x}" y="${y}" width="14" height="14" rx="3" fill="var(--color-under)"/>`,
        ).join('');
  return withLightColors(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">` +
      `<rect width="${SIDE}" height="${SIDE}" rx="${SIDE * ROUND[name]}" fill="${ground}"/>${sign}</svg>`,
  );
}
