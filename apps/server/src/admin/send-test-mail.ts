import { Command } from '@commander-js/extra-typings';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { z } from 'zod';
import { MailError } from '../mail/mail-error.ts';
import { Mailer } from '../mail/mailer.ts';
import { readConfig, type Config } from '../start/config.ts';
import { AdminError, UsageError } from './admin-error.ts';

const QUESTION = 'To whom? Give an email.';
/** For an operator who waits. */
const PATIENCE_MS = 60_000;

export function sendTestMailCommand() {
  return new Command('send-test-mail')
    .argument('<email>', QUESTION, (word) => {
      if (!z.email().safeParse(word).success) throw new UsageError(QUESTION);
      return word;
    })
    .description('sends one mail and says what the mail server answered')
    .action(async (to) => console.log(await sendTestMail(readConfig(), to)));
}

/** Throws an `AdminError` if the mail server does not take the mail. */
export async function sendTestMail(
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
