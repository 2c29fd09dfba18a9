import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const read = (name: string) => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');

/** Defines `window.Plaid` for apps. */
export const linkInitialize = read('link-initialize.js');

export const frameScript = read('frame.js');

/** Changes with the content, so browsers may cache it forever. */
export const frameScriptName = `frame.${createHash('sha256').update(frameScript).digest('hex').slice(0, 12)}.js`;
