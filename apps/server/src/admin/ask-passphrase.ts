import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AdminError } from './admin-error.ts';

/** Asks at the terminal, without showing what is typed. Throws an `AdminError` without a terminal. */
export async function askPassphrase(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new AdminError('There is no passphrase: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.');
  }
  process.stderr.write(question);
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true });
  const interrupted = new AbortController();
  terminal.on('SIGINT', () => interrupted.abort());
  try {
    return await terminal.question('', { signal: interrupted.signal });
  } catch (error) {
    throw interrupted.signal.aborted
      ? new AdminError('Nothing was done: the question was interrupted.', { cause: error })
      : error;
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

/** Asks twice. Throws an `AdminError` if the answers differ or are empty. */
export async function askNewPassphrase(): Promise<string> {
  const passphrase = await askPassphrase('New passphrase of the backup: ');
  if (passphrase === '') throw new AdminError('The passphrase is empty. Nothing was written.');
  if (passphrase !== (await askPassphrase('The same passphrase again: '))) {
    throw new AdminError('The passphrases differ. Nothing was written.');
  }
  return passphrase;
}
