import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('copy.mjs', import.meta.url));
/** The others print to a terminal. */
const SEEN_BY_USERS =
  /^(apps\/web|apps\/server\/src\/modules|packages\/(contract|domain|identity-provider|plaid-emulator))\//;
const STRAIGHT_APOSTROPHE = /\p{L}'\p{L}/u;

test('texts that users see have typographic apostrophes', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], { maxBuffer: 2 ** 24 });
  const texts = stdout.split('\n').filter((line) => SEEN_BY_USERS.test(line));
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter((line) => STRAIGHT_APOSTROPHE.test(line))).toEqual([]);
});
