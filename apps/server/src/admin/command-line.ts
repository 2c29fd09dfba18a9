import { parseArgs } from 'node:util';
import { UsageError } from './admin-error.ts';

/** `who` is an email or a user id. */
export type AdminCommand =
  | { name: 'help' }
  | { name: 'users'; text: string }
  | { name: 'reset-password'; who: string; removesPasskeys: boolean }
  | { name: 'sign-out'; who: string }
  | { name: 'delete'; who: string; isSure: boolean }
  | { name: 'rotate-keys' }
  | { name: 'forget-lost-tokens'; isSure: boolean }
  | { name: 'rotate-sign-in-keys'; dropOld: boolean };

export const HELP = `npm run admin -- <command>

Run it with the same environment variables as the server. The server may be running or stopped.

  users [text]                 lists users; with a text, those whose name or email contains it
  reset-password <email|id> [--passkeys]
                               sets a temporary password, shows it once, and signs the user out everywhere;
                               --passkeys also removes the user's passkeys
  sign-out <email|id|all>      ends all sessions of one user, or of everyone
  delete <email|id> --yes      deletes an account and everything in it
  rotate-keys                  seals all bank tokens and the notification key with a new key
  forget-lost-tokens [--yes]   forgets bank tokens whose key is lost; those banks must be linked again
  rotate-sign-in-keys [--drop-old]
                               makes new keys for the log-in pages; --drop-old rejects the old keys at once
  help                         shows this help

Exit codes: 0 done, 1 failed, 2 wrong command.`;

/** Throws a `UsageError`. */
export function readCommandLine(words: readonly string[]): AdminCommand {
  const { values, positionals } = parse(words);
  const [name, ...rest] = positionals;
  if (values.help === true || name === 'help') return { name: 'help' };
  if (values['drop-old'] !== undefined && name !== 'rotate-sign-in-keys') {
    throw new UsageError('--drop-old only works with rotate-sign-in-keys.');
  }
  if (values.passkeys !== undefined && name !== 'reset-password') {
    throw new UsageError('--passkeys only works with reset-password.');
  }
  if (values.yes !== undefined && name !== 'delete' && name !== 'forget-lost-tokens') {
    throw new UsageError('--yes only works with delete and forget-lost-tokens.');
  }
  const [given, ...tooMany] = rest;
  const takesNoUser = name?.startsWith('rotate') || name === 'forget-lost-tokens';
  const extra = name === 'users' ? [] : takesNoUser ? rest : tooMany;
  if (extra.length > 0) throw new UsageError(`${name ?? ''} doesn't take '${extra.join(' ')}'.`);
  switch (name) {
    case 'users':
      return { name, text: rest.join(' ') };
    case 'reset-password':
      if (given === undefined) throw new UsageError('Whose password? Give an email or a user id.');
      return { name, who: given, removesPasskeys: values.passkeys ?? false };
    case 'sign-out':
      if (given === undefined) throw new UsageError("Sign out whom? Give an email, a user id, or 'all'.");
      return { name, who: given };
    case 'delete':
      if (given === undefined) throw new UsageError('Delete whom? Give an email or a user id.');
      return { name, who: given, isSure: values.yes ?? false };
    case 'rotate-keys':
      return { name };
    case 'forget-lost-tokens':
      return { name, isSure: values.yes ?? false };
    case 'rotate-sign-in-keys':
      return { name, dropOld: values['drop-old'] ?? false };
    case undefined:
      throw new UsageError('Give a command.');
    default:
      throw new UsageError(`There is no command '${name}'.`);
  }
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        'drop-old': { type: 'boolean' },
        passkeys: { type: 'boolean' },
        yes: { type: 'boolean' },
      },
    });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
