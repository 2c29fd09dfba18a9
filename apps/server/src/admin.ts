import { fileURLToPath } from 'node:url';
import { AdminError, UsageError } from './admin/admin-error.ts';
import { backupCommand, restoreCommand, verifyCommand } from './admin/backup-commands.ts';
import { adminProgram, optionsLast } from './admin/command-line.ts';
import { deleteAccountCommand } from './admin/delete-account.ts';
import { distributeCommand } from './admin/distribute.ts';
import { doctorCommand } from './admin/doctor/doctor.ts';
import { forgetLostTokensCommand } from './admin/forget-lost-tokens.ts';
import { inviteCommand, listInvitesCommand, revokeInviteCommand } from './admin/invite.ts';
import { listUsersCommand } from './admin/list-users.ts';
import { openerOf } from './admin/open-installation.ts';
import { resetLinkCommand, resetPasswordCommand } from './admin/reset-password.ts';
import { resumeJobsCommand } from './admin/resume-jobs.ts';
import { rotateKeysCommand, rotateLoginKeysCommand } from './admin/rotate-keys.ts';
import { sendTestMailCommand } from './admin/send-test-mail.ts';
import { signOutCommand } from './admin/sign-out.ts';
import { BackupError } from './backup/backup-error.ts';
import { explainFailedStart } from './start/failed-start.ts';

const FAILED = 1;
const MISUSED = 2;

const opener = openerOf(fileURLToPath(new URL('./db/migrations', import.meta.url)));

/** In the order of the help. */
const program = adminProgram([
  doctorCommand(opener),
  sendTestMailCommand(),
  listUsersCommand(opener),
  inviteCommand(opener),
  listInvitesCommand(opener),
  revokeInviteCommand(opener),
  resetPasswordCommand(opener),
  resetLinkCommand(opener),
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
]);

program.parseAsync(optionsLast(process.argv.slice(2)), { from: 'user' }).catch((error: unknown) => {
  if (error instanceof UsageError)
    console.error(`${error.message}\n\n${program.helpInformation().trimEnd()}`);
  else if (error instanceof AdminError || error instanceof BackupError) console.error(error.message);
  else explainFailedStart(error);
  process.exitCode = error instanceof UsageError ? MISUSED : FAILED;
});
