import type { Config } from '../../start/config.ts';
import { MailError } from '../../mail/mail-error.ts';
import { Mailer } from '../../mail/mailer.ts';
import { fine, wrong, type Finding } from '../../monitoring/finding.ts';

const PATIENCE_MS = 10_000;

/** Connects to the mail server and logs in, without sending a mail. */
export async function checkMail({ mail, publicUrl }: Pick<Config, 'mail' | 'publicUrl'>): Promise<Finding> {
  if (!mail) {
    return fine(
      'mail',
      'Off. SMTP_URL and MAIL_FROM turn on password links, recaps and invitations by mail.',
    );
  }
  try {
    await new Mailer({ ...mail, publicUrl, deadlineMs: PATIENCE_MS }).check();
    return fine('mail', `${mail.server.hostname} answers. send-test-mail shows whether mail arrives.`);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return wrong('mail', `${error.message} Check SMTP_URL.`);
  }
}
