import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { PageFonts } from '../options.ts';
import { sendFormScript } from './send-form-script.ts';
import { style } from './style.ts';

/** A file that the pages refer to. Its name changes with its content, so browsers may keep it for good. */
export interface Asset {
  name: string;
  contentType: string;
  content: string;
}

export const styleAsset = asset('style', 'css', 'text/css; charset=utf-8', style);
export const sendFormScriptAsset = asset('send-form', 'js', 'text/javascript; charset=utf-8', sendFormScript);

export const assets: readonly Asset[] = [styleAsset, sendFormScriptAsset];

/** The style sheet that names the product's fonts for the pages. */
export function fontsAsset({ headingUrl, textUrl }: PageFonts): Asset {
  const face = (family: string, url: string) =>
    `@font-face{font-family:'${family}';src:url('${encodeURI(url)}') format('woff2');font-weight:100 900;font-display:swap}`;
  const content = face('Page Heading', headingUrl) + face('Page Text', textUrl);
  return asset('fonts', 'css', 'text/css; charset=utf-8', content);
}

/** Returns the script that shows passwords and checks fields before a form is sent. */
export async function loadFormScript(): Promise<Asset> {
  const content = await readFile(new URL('./browser/forms.js', import.meta.url), 'utf8');
  return asset('forms', 'js', 'text/javascript; charset=utf-8', content);
}

/** Returns the script that asks browsers for passkeys: the library, and the pages' use of it. */
export async function loadPasskeyScript(): Promise<Asset> {
  const [library, ours] = await Promise.all([
    // The library's entry is in a folder beside that of its bundle for browsers.
    readFile(
      new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser')),
      'utf8',
    ),
    readFile(new URL('./browser/passkeys.js', import.meta.url), 'utf8'),
  ]);
  return asset('passkeys', 'js', 'text/javascript; charset=utf-8', `${library}\n${ours}`);
}

function asset(name: string, extension: string, contentType: string, content: string): Asset {
  const fingerprint = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { name: `${name}-${fingerprint}.${extension}`, contentType, content };
}
