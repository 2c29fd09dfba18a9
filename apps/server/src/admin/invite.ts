import { createInvite, inviteUrl } from '../modules/sign-up/sign-up.service.ts';
import type { Admin } from './admin.ts';
import { AdminError } from './admin-error.ts';

/** Makes a one-time invitation. Throws an `AdminError` if sign-up is closed. */
export async function inviteCommand({ db, publicUrl, signUp }: Admin): Promise<string> {
  if (signUp === 'closed') {
    throw new AdminError('SIGN_UP=closed refuses invitations too: set it to invited and restart the server.');
  }
  const { token, expiresAt } = await createInvite({ db, clock: () => new Date() });
  const until = expiresAt.toISOString().slice(0, 16).replace('T', ' ');
  return [
    'Invitation, shown only once:',
    '',
    `  ${inviteUrl(publicUrl, token).href}`,
    '',
    `One person can create an account with it until ${until} UTC.`,
    ...(signUp === 'open' ? ['SIGN_UP=open: people can also sign up without it.'] : []),
  ].join('\n');
}
