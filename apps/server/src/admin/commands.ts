import { backupCommand, restoreCommand, verifyCommand } from './backup-commands.ts';
import { deleteAccountCommand } from './delete-account.ts';
import { distributeCommand } from './distribute.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { forgetLostTokensCommand } from './forget-lost-tokens.ts';
import { inviteCommand, listInvitesCommand, revokeInviteCommand } from './invite.ts';
import { listUsersCommand } from './list-users.ts';
import type { Opener } from './open-installation.ts';
import { removeAuthenticatorAppCommand } from './remove-authenticator-app.ts';
import { resetLinkCommand, resetPasswordCommand } from './reset-password.ts';
import { resumeJobsCommand } from './resume-jobs.ts';
import { rotateKeysCommand, rotateLoginKeysCommand } from './rotate-keys.ts';
import { sendTestMailCommand } from './send-test-mail.ts';
import { signOutCommand } from './sign-out.ts';

/** Returns all commands, in the order of the help. */
export function adminCommands(opener: Opener) {
  return [
    doctorCommand(opener),
    sendTestMailCommand(),
    listUsersCommand(opener),
    inviteCommand(opener),
    listInvitesCommand(opener),
    revokeInviteCommand(opener),
    resetPasswordCommand(opener),
    resetLinkCommand(opener),
    removeAuthenticatorAppCommand(opener),
    signOutCommand(opener),
    deleteAccountCommand(opener),
    rotateKeysCommand(opener),
    forgetLostTokensCommand(opener),
    rotateLoginKeysCommand(opener),
    resumeJobsCommand(opener),
    distributeCommand(opener),
    backupCommand(opener),
    verifyCommand(opener),
    restoreCommand(opener),
  ];
}
