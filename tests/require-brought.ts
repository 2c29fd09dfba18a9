import { existsSync } from 'node:fs';

/** Throws a sentence that names the script if it has not yet brought `path`. */
export function requireBrought(path: string, script: string): void {
  if (existsSync(path)) return;
  throw new Error(`${path} is missing. As root on Debian, run: node scripts/${script}.mjs`);
}
