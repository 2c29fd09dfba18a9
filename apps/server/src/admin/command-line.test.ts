import { expect, onTestFinished, test, vi } from 'vitest';
import { MIGRATIONS_DIR } from '../test-support/next-migration.ts';
import { UsageError } from './admin-error.ts';
import { adminProgram, optionsLast } from './command-line.ts';
import { adminCommands } from './commands.ts';
import { openerOf } from './open-installation.ts';

const run = (words: string[]) =>
  adminProgram(adminCommands(openerOf(MIGRATIONS_DIR))).parseAsync(optionsLast(words), { from: 'user' });

test.each([
  [[], 'Give a command.'],
  [['frobnicate'], "There is no command 'frobnicate'."],
  [['help', 'frobnicate'], "There is no command 'frobnicate'."],
  [['sign-out'], "Sign out whom? Give an email, a user id, or 'all'."],
  [['users', '--drop-old'], '--drop-old only works with rotate-log-in-keys.'],
  [['sign-out', 'all', '--passkeys'], '--passkeys only works with reset-password.'],
  [['rotate-keys', 'now'], "rotate-keys doesn't take 'now'."],
  [['--passkeys', 'reset-password'], 'Whose password? Give an email or a user id.'],
  [['users', '--color'], "There is no option '--color'."],
  [['backup'], 'Give the name of a new file.'],
  [['restore'], 'Give the file of a backup.'],
  [['verify', 'a', 'b'], "verify doesn't take 'b'."],
  [['restore', 'a', '--encrypt'], '--encrypt only works with backup.'],
  [['send-test-mail', 'ana'], 'To whom? Give an email.'],
])('%j is refused with one clear sentence', async (words, sentence) => {
  await expect(run(words)).rejects.toThrow(new UsageError(sentence));
});

test.each([[['help']], [['--help']], [['users', '-h']]])('%j prints the help', async (words) => {
  const ended = new Error('The process has ended');
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw ended;
  });
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => {
    exit.mockRestore();
    write.mockRestore();
  });
  await expect(run(words)).rejects.toBe(ended);
  expect(exit).toHaveBeenCalledWith(0);
  expect(write.mock.calls.join()).toContain('rotate-log-in-keys [--drop-old]');
});
