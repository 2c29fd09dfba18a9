import { parseArgs } from 'node:util';
import { z } from 'zod';
import { UsageError } from './admin-error.ts';

/** `who` is an email or a user id. */
export type AdminCommand =
  | { name: 'help' }
  | { name: 'doctor' }
  | { name: 'send-test-mail'; to: string }
  | { name: 'users'; text: string }
  | { name: 'invite' | 'invites' }
  | { name: 'revoke-invite'; id: string }
  | { name: 'reset-password'; who: string; removesPasskeys: boolean }
  | { name: 'reset-link'; who: string }
  | { name: 'sign-out'; who: string }
  | { name: 'delete'; who: string; isSure: boolean }
  | { name: 'rotate-keys' }
  | { name: 'forget-lost-tokens'; isSure: boolean }
  | { name: 'rotate-sign-in-keys'; dropOld: boolean }
  | { name: 'resume-jobs' }
  | { name: 'distribute' }
  | { name: 'backup'; file: string; isEncrypted: boolean; withTokenKeys: boolean }
  | { name: 'verify'; file: string }
  | { name: 'restore'; file: string };

export const HELP = `npm run admin -- <command>

Run it with the same environment variables as the server. The server may be running or stopped.

  doctor                       checks everything the server needs, and says what to do
  send-test-mail <email>       sends one mail and says what the mail server answered
  users [text]                 lists users; with a text, those whose name or email contains it
  invite                       makes a link with which one person can create an account, and shows it once
  invites                      lists open invitations: made by invite, unused and not expired
  revoke-invite <id>           ends an invitation
  reset-password <email|id> [--passkeys]
                               sets a temporary password, shows it once, and signs the user out everywhere;
                               --passkeys also removes the user's passkeys
  reset-link <email|id>        prints a one-time link with which a user chooses a new password
  sign-out <email|id|all>      ends all sessions of one user, or of everyone
  delete <email|id> --yes      deletes an account and everything in it
  rotate-keys                  seals all bank tokens and the notification key with a new key
  forget-lost-tokens [--yes]   forgets bank tokens whose key is lost; those banks must be linked again
  rotate-sign-in-keys [--drop-old]
                               makes new keys for the log-in pages; --drop-old rejects the old keys at once
  resume-jobs                  lets jobs start again that did not end twice in a row; doctor lists them
  distribute                   divides the tables among the servers of a Citus cluster; stop the servers first
  backup <file> [--encrypt] [--with-token-keys]
                               writes everything to a new file; --encrypt asks for a passphrase;
                               --with-token-keys adds the token keys to a file without a passphrase
  verify <file>                checks that a backup is complete and unchanged
  restore <file>               restores a backup into an empty place; stop the server first
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
  for (const option of ['encrypt', 'with-token-keys'] as const) {
    if (values[option] !== undefined && name !== 'backup') {
      throw new UsageError(`--${option} only works with backup.`);
    }
  }
  const [given, ...tooMany] = rest;
  const takesNoUser =
    name?.startsWith('rotate') ||
    ['forget-lost-tokens', 'doctor', 'invite', 'invites', 'distribute', 'resume-jobs'].includes(name ?? '');
  const extra = name === 'users' ? [] : takesNoUser ? rest : tooMany;
  if (extra.length > 0) throw new UsageError(`${name ?? ''} doesn't take '${extra.join(' ')}'.`);
  switch (name) {
    case 'users':
      return { name, text: rest.join(' ') };
    case 'reset-password':
      if (given === undefined) throw new UsageError('Whose password? Give an email or a user id.');
      return { name, who: given, removesPasskeys: values.passkeys ?? false };
    case 'reset-link':
      if (given === undefined) throw new UsageError('Whose password? Give an email or a user id.');
      return { name, who: given };
    case 'revoke-invite':
      if (given === undefined) throw new UsageError("Which one? Give an id from 'invites'.");
      return { name, id: given };
    case 'send-test-mail':
      if (given === undefined || !z.email().safeParse(given).success) {
        throw new UsageError('To whom? Give an email.');
      }
      return { name, to: given };
    case 'sign-out':
      if (given === undefined) throw new UsageError("Sign out whom? Give an email, a user id, or 'all'.");
      return { name, who: given };
    case 'delete':
      if (given === undefined) throw new UsageError('Delete whom? Give an email or a user id.');
      return { name, who: given, isSure: values.yes ?? false };
    case 'rotate-keys':
    case 'distribute':
    case 'resume-jobs':
    case 'invite':
    case 'invites':
    case 'doctor':
      return { name };
    case 'forget-lost-tokens':
      return { name, isSure: values.yes ?? false };
    case 'rotate-sign-in-keys':
      return { name, dropOld: values['drop-old'] ?? false };
    case 'backup':
      if (given === undefined) throw new UsageError('Give the name of a new file.');
      return {
        name,
        file: given,
        isEncrypted: values.encrypt ?? false,
        withTokenKeys: values['with-token-keys'] ?? false,
      };
    case 'verify':
    case 'restore':
      if (given === undefined) throw new UsageError('Give the file of a backup.');
      return { name, file: given };
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
        encrypt: { type: 'boolean' },
        passkeys: { type: 'boolean' },
        'with-token-keys': { type: 'boolean' },
        yes: { type: 'boolean' },
      },
    });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
