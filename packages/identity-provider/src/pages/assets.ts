import { createHash } from 'node:crypto';
import { signOutScript } from './sign-out-script.ts';
import { style } from './style.ts';

/** A file that the pages refer to. Its name changes with its content, so browsers may keep it for good. */
export interface Asset {
  name: string;
  contentType: string;
  content: string;
}

export const styleAsset = asset('style', 'css', 'text/css; charset=utf-8', style);
export const signOutScriptAsset = asset('sign-out', 'js', 'text/javascript; charset=utf-8', signOutScript);

export const assets: readonly Asset[] = [styleAsset, signOutScriptAsset];

function asset(name: string, extension: string, contentType: string, content: string): Asset {
  const fingerprint = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { name: `${name}-${fingerprint}.${extension}`, contentType, content };
}
