import { AppError } from '../../errors/app-error.ts';
import type { Deps } from '../deps.ts';
import { RateLimit } from '../../http/rate-limit.ts';
import type { MailJob } from '../../jobs/job-list.ts';
import { MailError } from '../../mail/mail-error.ts';
import type { Mail } from '../../mail/mailer.ts';
import { accessAddedMail } from './access-added-mail.ts';
import { accountMail } from './account-mails.ts';
import { invitationMail } from './invitation-mail.ts';
import { claimRecap, releaseRecap } from './mail.queries.ts';
import { ACCOUNT_MAILS_TO_ADDRESS, keyOfMails } from './mails-to-address.ts';
import { recapMail } from './recap-mail.ts';
import { findUser, type IdentityDeps } from '../identity/index.ts';

/* Mail servers are slow and away at times, so every mail is a job. It names a user or an account, not an address, a link or words, because jobs are
   in backups: the mail is composed when it is sent, and a deleted account gets nothing. Only an invitation's job has an address. The tokens of
   links are stored as hashes; signed links could not be used up. */

/** A stranger with an account in another person's email can cause them. */
const LIMITED_KINDS: ReadonlySet<MailJob['kind']> = new Set([
  'email-confirmation',
  'password-changed',
  'passkey-added',
  'authenticator-app-added',
  'authenticator-app-removed',
  'token-created',
  'message-place-added',
]);

type SendMailDeps = Pick<Deps, 'db' | 'clock' | 'hasGuests' | 'publicUrl' | 'mailer' | 'tokenBox' | 'log'> &
  Pick<IdentityDeps, 'issuerAccounts'>;

/** The job. Sends nothing without a mail server. Throws a `MailError` if the server may take the mail later. */
export function mailSender(deps: SendMailDeps): (job: MailJob) => Promise<void> {
  const { db, mailer, log } = deps;
  const mailsToAddress = new RateLimit(db, ACCOUNT_MAILS_TO_ADDRESS);

  return async (job) => {
    const mail = mailer && (await compose(deps, job));
    if (!mail) return;
    const about = { userId: job.userId, kind: job.kind };
    const isLimited = LIMITED_KINDS.has(job.kind);
    if (isLimited && (await hasEnough(mailsToAddress, mail))) {
      log.warn(about, 'an address got enough mails today');
      return;
    }
    if (job.kind === 'recap' && !(await claimRecap(db, job.userId, job.weekStart))) return;
    try {
      await mailer.send(mail);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      if (error.isFinal || !error.isUnsent) {
        log.error({ err: error, ...about }, error.isFinal ? 'a mail was refused' : 'a mail may be lost');
        return;
      }
      if (job.kind === 'recap') await releaseRecap(db, job.userId, job.weekStart);
      throw error;
    }
    if (isLimited) await mailsToAddress.count(keyOfMails(mail.kind, mail.to));
  };
}

async function hasEnough(mailsToAddress: RateLimit, { kind, to }: Mail): Promise<boolean> {
  try {
    await mailsToAddress.check(keyOfMails(kind, to));
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return true;
    throw error;
  }
}

/** Null if there is nothing to send. */
async function compose(deps: SendMailDeps, job: MailJob): Promise<Mail | null> {
  if ('subject' in job) return accountMail(deps, job);
  const user = await findUser(deps.db, job.userId);
  if (!user) return null;
  switch (job.kind) {
    case 'recap':
      return recapMail(deps, user, job.weekStart);
    case 'invitation':
      return invitationMail(deps, user, job.to);
    case 'token-created':
    case 'message-place-added':
      return accessAddedMail(deps, user, job.kind);
  }
}
