/**
 * An SVG element as data, so that a browser and a server draw the same: its name, its attributes as React spells them, and what is in it.
 * Colours are the custom properties of the app's tokens, `var(--pig)`.
 */
export type Shape = readonly [
  tag: 'g' | 'path' | 'circle' | 'ellipse' | 'rect',
  attributes: Readonly<Record<string, string | number>>,
  ...inside: Shape[],
];

/** Of lines without corners. */
export const ROUND = { strokeLinecap: 'round', strokeLinejoin: 'round' };
