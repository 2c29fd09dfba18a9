import { parseArgs } from 'node:util';
import { UsageError } from './admin-error.ts';

/** What whoever runs the installation wants done. `who` is an e-mail or an id. */
export type AdminCommand =
  | { name: 'help' }
  | { name: 'users'; text: string }
  | { name: 'reset-password'; who: string; removesPasskeys: boolean }
  | { name: 'sign-out'; who: string }
  | { name: 'delete'; who: string; isSure: boolean }
  | { name: 'rotate-keys' }
  | { name: 'rotate-sign-in-keys'; dropOld: boolean };

export const HELP = `npm run admin -- <command>, with the settings (environment) of the server; it may be running or not.

  users [text]                      the people, or those whose name or e-mail has this in it
  reset-password <e-mail|id> [--passkeys]
                                    gives somebody a new random password, shown once, and signs them out everywhere;
                                    --passkeys: removes their passkeys, which somebody else may have
  sign-out <e-mail|id|all>          ends somebody's sessions, or everybody's
  delete <e-mail|id> --yes          deletes somebody's account with all that is in it, as they would themselves
  rotate-keys                       seals every bank token and the key for notifications with a new key
  rotate-sign-in-keys [--drop-old]  gives the sign-in pages new keys; --drop-old: the old ones may have been stolen
  help                              shows this

Ends with 0 when it was done, with 1 when it could not be done and with 2 when the command is not right.`;

/** Reads the words after the program's name. Throws a `UsageError`. */
export function readCommandLine(words: readonly string[]): AdminCommand {
  const { values, positionals } = parse(words);
  const [name, ...rest] = positionals;
  if (values.help === true || name === 'help') return { name: 'help' };
  if (values['drop-old'] !== undefined && name !== 'rotate-sign-in-keys') {
    throw new UsageError('--drop-old goes with rotate-sign-in-keys.');
  }
  if (values.passkeys !== undefined && name !== 'reset-password') {
    throw new UsageError('--passkeys goes with reset-password.');
  }
  if (values.yes !== undefined && name !== 'delete') throw new UsageError('--yes goes with delete.');
  const [given, ...tooMany] = rest;
  const isTooMuch = (name === 'users' ? [] : name?.startsWith('rotate') ? rest : tooMany).length > 0;
  if (isTooMuch) throw new UsageError(`'${rest.join(' ')}' is too much for ${name ?? ''}.`);
  switch (name) {
    case 'users':
      return { name, text: rest.join(' ') };
    case 'reset-password':
      if (given === undefined) throw new UsageError('Whose password? Give an e-mail or an id.');
      return { name, who: given, removesPasskeys: values.passkeys ?? false };
    case 'sign-out':
      if (given === undefined) throw new UsageError("Sign out whom? Give an e-mail, an id, or 'all'.");
      return { name, who: given };
    case 'delete':
      if (given === undefined) throw new UsageError('Delete whom? Give an e-mail or an id.');
      return { name, who: given, isSure: values.yes ?? false };
    case 'rotate-keys':
      return { name };
    case 'rotate-sign-in-keys':
      return { name, dropOld: values['drop-old'] ?? false };
    case undefined:
      throw new UsageError('There is no command.');
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
