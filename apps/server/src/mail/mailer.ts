import type { NodemailerError, SMTPTransportOptions } from 'nodemailer';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { isThisMachine } from '../http/this-machine.ts';
import { mailAttempts, type MailKind } from '../monitoring/outcomes.ts';
import { htmlOf, textOf, type MailContent } from './mail-content.ts';
import { MailError } from './mail-error.ts';

export interface Mail extends MailContent {
  kind: MailKind;
  to: string;
}

/** The operator's mail server. */
export interface MailSettings {
  /** `smtps:` or `smtp:`, perhaps with a user and a password. */
  server: URL;
  from: string;
}

export interface MailerOptions extends MailSettings {
  publicUrl: URL;
  /** How long the mail server may take before it has the message, at most a minute, and again after it. */
  deadlineMs?: number;
}

/** A mail server may examine a message for so long (RFC 5321, section 4.5.3.2.6). Giving up earlier loses it, or sends it twice. */
const DEADLINE_MS = 10 * 60_000;
/** A server that hangs before it has the message may get it again, and must not block the job that long. */
const HAND_OVER_MS = 60_000;
const CONNECT_MS = 15_000;
const SMTP_PORT = 587;
const SMTPS_PORT = 465;
const FIRST_FINAL_CODE = 500;

/** Hands mails to the operator's mail server. */
export class Mailer {
  readonly #options: MailerOptions;

  constructor(options: MailerOptions) {
    this.#options = options;
  }

  /** Throws a `MailError`. */
  async send({ kind, to, ...content }: Mail): Promise<void> {
    const { from, publicUrl } = this.#options;
    const { unsubscribeUrl } = content;
    const progress = new Progress();
    const transport = await this.#open(progress);
    const patience = new Patience(Math.min(HAND_OVER_MS, this.#deadlineMs));
    progress.onMessageWritten = () => patience.renew(this.#deadlineMs);
    try {
      await transport.sendMail({
        from: { name: PRODUCT_NAME, address: from },
        to: { name: '', address: to },
        subject: oneLine(content.subject),
        text: textOf(content, publicUrl),
        html: htmlOf(content, publicUrl),
        headers: {
          // Answering machines should not answer (RFC 3834).
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl && {
            'List-Unsubscribe': `<${unsubscribeUrl.href}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: patience.signal,
      });
      mailAttempts.publish({ kind, outcome: 'taken' });
    } catch (error) {
      const failure = this.#failureOf(error, progress);
      mailAttempts.publish({ kind, outcome: failure.isFinal ? 'refused' : 'busy' });
      throw failure;
    } finally {
      patience.end();
      transport.close();
    }
  }

  /** Connects and logs in, but sends nothing. Throws a `MailError`. */
  async check(): Promise<void> {
    const progress = new Progress();
    const transport = await this.#open(progress);
    try {
      await transport.verify();
    } catch (error) {
      throw this.#failureOf(error, progress);
    } finally {
      transport.close();
    }
  }

  get #deadlineMs(): number {
    return this.#options.deadlineMs ?? DEADLINE_MS;
  }

  /** Loaded on first use, which most home servers never reach. */
  async #open(progress: Progress) {
    const { default: nodemailer } = await import('nodemailer');
    return nodemailer.createTransport({ ...this.#transportOptions(), logger: progress });
  }

  #transportOptions(): SMTPTransportOptions {
    const { server, publicUrl } = this.#options;
    const isEncrypted = server.protocol === 'smtps:';
    // The certificate of a server on this machine is seldom made for its address.
    const needsNoTls = !isEncrypted && isThisMachine(server.hostname);
    const deadlineMs = this.#deadlineMs;
    const connectMs = Math.min(CONNECT_MS, deadlineMs / 2);
    return {
      host: hostOf(server),
      port: Number(server.port || (isEncrypted ? SMTPS_PORT : SMTP_PORT)),
      secure: isEncrypted,
      requireTLS: !isEncrypted && !needsNoTls,
      ignoreTLS: needsNoTls,
      ...(server.username !== '' && {
        auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) },
        // Otherwise, a server that offers no login would get the mail without one.
        forceAuth: true,
      }),
      // The machine's own name would tell others about the network.
      name: publicUrl.hostname,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: deadlineMs,
      socketCloseTimeout: 0,
    };
  }

  #failureOf(error: unknown, { isMessageWritten }: Progress): MailError {
    if (!(error instanceof Error)) throw error;
    const { code = '', originalCode, responseCode, command = '' }: NodemailerError = error;
    const { hostname } = this.#options.server;
    if (responseCode !== undefined) {
      // What else is refused, such as a login, the operator can repair, and then the mail can go.
      const isFinal = responseCode >= FIRST_FINAL_CODE && ['RCPT TO', 'DATA'].includes(command);
      const isUnsent = !isMessageWritten || command === 'DATA';
      return new MailError(
        `The mail server ${hostname} refused ${refusedPart(command)} (${codesIn(error, responseCode)}).`,
        { code: String(responseCode), isFinal, isUnsent },
      );
    }
    const reason = originalCode ?? code;
    const isUntrusted = code === 'ETLS' || UNTRUSTED.test(reason);
    return new MailError(sentenceOf(isUntrusted ? 'ETLS' : code, reason, hostname), {
      code: reason,
      isFinal: false,
      isUnsent: !isMessageWritten,
    });
  }
}

/** The library says only to a logger that it has written the whole message. Nothing is logged, because the entries hold addresses. */
class Progress {
  isMessageWritten = false;
  onMessageWritten = (): void => undefined;

  info({ tnx }: { tnx?: string }): void {
    if (tnx !== 'message') return;
    this.isMessageWritten = true;
    this.onMessageWritten();
  }
}

/** Aborts its signal after a time that can be renewed. */
class Patience {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.renew(ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  renew(ms: number): void {
    this.end();
    this.#timer = setTimeout(() => this.#controller.abort(), ms);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** OpenSSL's codes for certificates, and Node's for TLS. */
const UNTRUSTED = /CERT|UNABLE_TO|^ERR_(TLS|SSL)/;

function sentenceOf(code: string, reason: string, hostname: string): string {
  switch (code) {
    case 'ETLS':
      return `The mail server ${hostname} offers no encryption that can be trusted (${reason}).`;
    case 'EAUTH':
      return `The mail server ${hostname} offers no login for the user and password in SMTP_URL.`;
    case 'ETIMEDOUT':
    case 'EABORT':
      return `The mail server ${hostname} did not answer in time.`;
    default:
      return `The mail server ${hostname} was not reached (${reason || 'unknown reason'}).`;
  }
}

function refusedPart(command: string): string {
  if (command.startsWith('AUTH')) return 'the user and password in SMTP_URL';
  switch (command) {
    case 'MAIL FROM':
      return 'the sender, MAIL_FROM';
    case 'RCPT TO':
      return 'the recipient';
    case 'DATA':
      return 'the mail';
    default:
      return 'the connection';
  }
}

/** Such as `550 5.1.1` (RFC 3463). The words behind the codes may quote an address. */
function codesIn({ response = '' }: NodemailerError, responseCode: number): string {
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  return enhanced === undefined ? String(responseCode) : `${responseCode} ${enhanced}`;
}

/** Without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

const LONGEST_SUBJECT = 150;

/** Without line breaks and direction marks, which could make other headers of it or turn the words around. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, LONGEST_SUBJECT);
}
