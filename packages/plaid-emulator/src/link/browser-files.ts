import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const read = (name: string) => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');

/** The script that an app loads, which defines `window.Plaid`. */
export const linkInitialize = read('link-initialize.js');

/** The script of the pages inside the frame. */
export const frameScript = read('frame.js');

/** File name of the frame's script, new whenever the script is: browsers may keep it for ever. */
export const frameScriptName = `frame.${createHash('sha256').update(frameScript).digest('hex').slice(0, 12)}.js`;
