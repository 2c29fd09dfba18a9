import { encode } from 'uqr';
import { type Html, html } from './html.ts';

/** The white edge that scanners need, in modules (ISO/IEC 18004, 9.1). */
const EDGE = 4;

/** Draws a QR code without inline styles, dark on light in both themes. */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: EDGE });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return html`<svg
    class="qr"
    viewBox="0 0 ${String(size)} ${String(size)}"
    role="img"
    aria-label="${label}"
    shape-rendering="crispEdges"
  >
    <rect width="100%" height="100%" fill="#ffffff" />
    <path fill="#000000" d="${modules.join('')}" />
  </svg>`;
}
