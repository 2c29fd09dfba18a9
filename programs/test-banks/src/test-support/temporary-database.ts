import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The path of a file that does not exist yet. Its folder is removed when the test ends. */
export function temporaryDatabase(): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-bank-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'bank.sqlite');
}
