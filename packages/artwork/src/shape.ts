/**
 * An SVG element as data, drawn alike by browser and server: its tag, its attributes as React names them, and its children. Colors are the
 * app's custom properties, such as `var(--pig)`.
 */
export type Shape = readonly [
  tag: 'g' | 'path' | 'circle' | 'ellipse' | 'rect',
  attributes: Readonly<Record<string, string | number>>,
  ...inside: Shape[],
];

export const ROUND = { strokeLinecap: 'round', strokeLinejoin: 'round' };
