import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sendFormScript } from './send-form-script.ts';
import { style } from './style.ts';

/** A file whose name changes with its content, so browsers may cache it forever. */
export interface Asset {
  name: string;
  contentType: string;
  content: string;
}

export const styleAsset = asset('style', 'css', 'text/css; charset=utf-8', style);
export const sendFormScriptAsset = asset('send-form', 'js', 'text/javascript; charset=utf-8', sendFormScript);

export const assets: readonly Asset[] = [styleAsset, sendFormScriptAsset];

export async function loadFormScript(): Promise<Asset> {
  const content = await readFile(new URL('./browser/forms.js', import.meta.url), 'utf8');
  return asset('forms', 'js', 'text/javascript; charset=utf-8', content);
}

export async function loadPasskeyScript(): Promise<Asset> {
  const [library, ours] = await Promise.all([
    // The library's entry is in a folder beside its browser bundle.
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
