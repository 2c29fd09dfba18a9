import { html, type SafeHtml } from '@oinkly/test-banks/html';

const outline = (size: number, shape: SafeHtml): SafeHtml =>
  html`<svg
    width="${size}"
    height="${size}"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${shape}
  </svg>`;

/** In the color of the surrounding text, hidden from screen readers. */
export const drawings = {
  lock: outline(
    22,
    html`<rect x="4.5" y="10.5" width="15" height="10" rx="2.5" /><path
        d="M8 10.5V7.5a4 4 0 0 1 8 0v3"
      /><path d="M12 14.5v2" />`,
  ),
  info: outline(20, html`<circle cx="12" cy="12" r="9" /><path d="M12 11.2V16.4M12 7.7v.1" />`),
  warning: outline(20, html`<path d="M12 4 21 19.5H3z" /><path d="M12 10v4M12 16.7v.1" />`),
  eye: outline(
    22,
    html`<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" /><circle
        cx="12"
        cy="12"
        r="2.75"
      />`,
  ),
  key: outline(
    22,
    html`<circle cx="8" cy="15.5" r="4" /><path d="m11 12.5 8.5-8.5M16 7.5l2.5 2.5M13.5 10l2 2" />`,
  ),
  door: outline(
    22,
    html`<path d="M13.5 4H7a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h6.5" /><path
        d="M10.5 12H20M16.5 8.5 20 12l-3.5 3.5"
      />`,
  ),
  chevron: outline(20, html`<path d="m9 5.5 6.5 6.5L9 18.5" />`),
  check: outline(32, html`<path d="m5.5 12.5 4.3 4.3L18.8 7.6" />`),
  clock: outline(32, html`<circle cx="12" cy="12" r="8.5" /><path d="M12 7.2V12l3.2 2" />`),
} as const;

const tile = (color: string, pattern: SafeHtml): SafeHtml =>
  html`<svg class="mark" viewBox="0 0 44 44" aria-hidden="true">
    <rect width="44" height="44" fill="${color}" />
    ${pattern}
  </svg>`;

/** Alike in both directions, like woven cloth. */
const weave = (
  bars: readonly [offset: number, width: number, color: string, opacity: number][],
): SafeHtml[] =>
  bars.map(
    ([offset, width, color, opacity]) =>
      html`<rect x="${offset}" width="${width}" height="44" fill="${color}" fill-opacity="${opacity}" /><rect
          y="${offset}"
          width="44"
          height="${width}"
          fill="${color}"
          fill-opacity="${opacity}"
        />`,
  );

const tooth = (x: number, y: number): SafeHtml =>
  html`<path transform="translate(${x} ${y})" fill="#ffffff" d="M0 0h5.5v5.5L11 11H5.5v-2.2L2.2 5.5H0z" />`;

const marks: Readonly<Record<string, (color: string) => SafeHtml>> = {
  ins_109508: (color) =>
    tile(
      color,
      html`<path d="M-2 31q6-5 12 0t12 0 12 0 12 0v15H-2z" fill="#ffffff" fill-opacity=".28" /><path
          d="M-2 36q6-5 12 0t12 0 12 0 12 0v10H-2z"
          fill="#ffffff"
          fill-opacity=".4"
        /><path
          d="M9 21c0-7 6-11 13-11s11 4 11 8.500c3-.5 6 .5 6 2.500s-3 3-6 2.500C32 27 28 29 22 29S9 27 9 21z"
          fill="#ffffff"
        /><circle cx="25" cy="17.500" r="1.700" fill="${color}" />`,
    ),
  ins_109509: (color) =>
    tile(
      color,
      html`${weave([
        [0, 7.5, '#ffffff', 0.42],
        [14.6, 7.5, '#ffffff', 0.42],
        [29.2, 7.5, '#ffffff', 0.42],
      ])}`,
    ),
  ins_109510: (color) =>
    tile(
      color,
      html`${weave([
        [7, 1.6, '#ffffff', 0.9],
        [14.5, 1.6, '#f0c24b', 0.95],
        [22, 1.6, '#ffffff', 0.9],
        [29.5, 1.6, '#f0c24b', 0.95],
        [37, 1.6, '#ffffff', 0.9],
      ])}`,
    ),
  ins_109511: (color) =>
    tile(
      color,
      html`${weave([
        [5, 11, '#20323f', 0.55],
        [22, 2, '#f5d787', 0.95],
        [27, 11, '#20323f', 0.55],
        [9.7, 1.6, '#ffffff', 0.7],
        [31.7, 1.6, '#ffffff', 0.7],
      ])}`,
    ),
  ins_109512: (color) =>
    tile(color, html`${[0, 11, 22, 33].flatMap((y) => [0, 11, 22, 33].map((x) => tooth(x, y)))}`),
  ins_127287: (color) =>
    tile(
      color,
      html`<path d="M0 44V33q11-7 22-3.500T44 31v13z" fill="#ffffff" fill-opacity=".28" /><path
          d="M9 38a13 13 0 0 1 26 0z"
          fill="#0f2b26"
          fill-opacity=".55"
        /><path
          transform="matrix(-1 0 0 1 44 8)"
          d="M9 21c0-7 6-11 13-11s11 4 11 8.500c3-.5 6 .5 6 2.500s-3 3-6 2.500C32 27 28 29 22 29S9 27 9 21z"
          fill="#ffffff"
        /><circle cx="19" cy="25.500" r="1.700" fill="${color}" /><circle
          cx="34"
          cy="10"
          r="4"
          fill="#f5d787"
        />`,
    ),
};

/** A bank's logo: the cloth it is named after. */
export function markOf({
  institutionId,
  primaryColor,
}: {
  institutionId: string;
  primaryColor: string;
}): SafeHtml {
  return (marks[institutionId] ?? ((color) => tile(color, html``)))(primaryColor);
}
