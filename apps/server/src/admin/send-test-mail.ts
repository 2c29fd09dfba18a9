import { PRODUCT_NAME } from '@oinkly/contract/product';
import type { Config } from '../start/config.ts';
import { MailError } from '../mail/mail-error.ts';
import { Mailer } from '../mail/mailer.ts';
import { AdminError } from './admin-error.ts';

/** For an operator who waits. */
const PATIENCE_MS = 60_000;

/** Hands one mail to the mail server. Throws an `AdminError` if it is not taken. */
export async function sendTestMailCommand(
  { mail, publicUrl }: Pick<Config, 'mail' | 'publicUrl'>,
  to: string,
): Promise<string> {
  if (!mail) throw new AdminError('Mail is off: set SMTP_URL and MAIL_FROM.');
  try {
    await new Mailer({ ...mail, publicUrl, deadlineMs: PATIENCE_MS }).send({
      kind: 'test',
      to,
      subject: `A test from ${PRODUCT_NAME}`,
      paragraphs: ['If you can read this, mail works.'],
    });
  } catch (error) {
    throw error instanceof MailError ? new AdminError(error.message, { cause: error }) : error;
  }
  return `${mail.server.hostname} took the mail to ${to}. If it doesn't arrive, look in the spam folder and in that server's log.`;
}
