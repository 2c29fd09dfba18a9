import type { Deps } from '../../deps.ts';
import type { MailJob } from '../../jobs/job-queue.ts';
import { MailError } from '../../mail/mail-error.ts';
import type { Mail } from '../../mail/mailer.ts';
import { accountMail } from './account-mails.ts';
import { invitationMail } from './invitation-mail.ts';
import { claimRecap, findUser, releaseRecap } from './mail.queries.ts';
import { recapMail } from './recap-mail.ts';

type SendMailDeps = Pick<Deps, 'db' | 'clock' | 'publicUrl' | 'issuerAccounts' | 'mailer' | 'log'>;

/** The job. Sends nothing without a mail server. Throws a `MailError` if the server may take the mail later. */
export async function sendMail(deps: SendMailDeps, job: MailJob): Promise<void> {
  const { db, mailer, log } = deps;
  const mail = mailer && (await compose(deps, job));
  if (!mail) return;
  if (job.kind === 'recap' && !(await claimRecap(db, job.userId, job.weekStart))) return;
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    if (error.isFinal) {
      log.error({ err: error, userId: job.userId, kind: job.kind }, 'a mail was refused');
      return;
    }
    // If it may have been sent, it stays claimed: no recap comes twice.
    if (job.kind === 'recap' && error.isUnsent) await releaseRecap(db, job.userId, job.weekStart);
    throw error;
  }
}

/** Null if there is nothing to send. */
async function compose(deps: SendMailDeps, job: MailJob): Promise<Mail | null> {
  if (job.kind !== 'recap' && job.kind !== 'invitation') return accountMail(deps, job);
  const user = await findUser(deps.db, job.userId);
  if (!user) return null;
  return job.kind === 'recap' ? recapMail(deps, user, job.weekStart) : invitationMail(deps, user, job.to);
}
