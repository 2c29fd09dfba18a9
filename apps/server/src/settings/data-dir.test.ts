import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../errors/config-error.ts';
import { makeDataDir } from './data-dir.ts';

test.each([
  ['a file for a folder', fileURLToPath(import.meta.url)],
  ['a folder that cannot be made', '/proc/x/y'],
])('%s is refused with one clear sentence', async (_what, dataDir) => {
  // The start changes it for the whole process.
  const umask = process.umask(0o077);
  onTestFinished(() => void process.umask(umask));
  const refusal = await makeDataDir(dataDir).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ConfigError);
  expect((refusal as ConfigError).message).toMatch(
    new RegExp(`^DATA_DIR must be a folder that the server can write to: ${dataDir} is not \\(\\w+\\)\\.$`),
  );
});
