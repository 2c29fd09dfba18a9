/**
 * The mail server did not take a mail. The message is a sentence for operators and names no address: the library's own
 * errors quote recipients and so are not kept as the cause.
 */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** SMTP's or the system's code, such as 550 or ECONNREFUSED. */
  readonly code: string;
  /** Whether the server would refuse this mail again. */
  readonly isFinal: boolean;
  /** Whether the server surely has not taken the mail. */
  readonly isUnsent: boolean;

  constructor(sentence: string, about: { code: string; isFinal: boolean; isUnsent: boolean }) {
    super(sentence);
    this.code = about.code;
    this.isFinal = about.isFinal;
    this.isUnsent = about.isUnsent;
  }
}
