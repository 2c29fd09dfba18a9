import type { Shape } from './shape.ts';

export function svgOf([tag, attributes, ...inside]: Shape): string {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${value}"`,
  );
  return `<${tag}${written.join('')}>${inside.map(svgOf).join('')}</${tag}>`;
}
