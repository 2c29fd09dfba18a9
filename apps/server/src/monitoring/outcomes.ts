import type { MessageFailure } from '@oinkly/contract/messages';
import { channel } from 'node:diagnostics_channel';

/** How a sync of a connection ended. */
export interface SyncOutcome {
  provider: string;
  /** `ok`, or the error's code. */
  outcome: string;
}

/** How a push service answered. */
export interface PushAttempt {
  outcome: 'taken' | 'gone' | 'refused' | 'busy';
}

/** How a place for messages answered. */
export interface MessageTry {
  outcome: 'taken' | MessageFailure;
}

export type MailKind =
  | 'password-link'
  | 'password-changed'
  | 'passkey-added'
  | 'authenticator-app-added'
  | 'authenticator-app-removed'
  | 'token-created'
  | 'message-place-added'
  | 'email-confirmation'
  | 'recap'
  | 'invitation'
  | 'test';

/** How the mail server answered; `busy`: it may take the mail later. */
export interface MailAttempt {
  kind: MailKind;
  outcome: 'taken' | 'refused' | 'busy';
}

/** Messages are published here whether or not anything follows. They name no user. */
interface Outcomes<Message> {
  publish(message: Message): void;
  /** Returns a function that ends it. */
  follow(onMessage: (message: Message) => void): () => void;
}

export const syncOutcomes = outcomesOf<SyncOutcome>('app.sync-outcomes');
export const pushAttempts = outcomesOf<PushAttempt>('app.push-attempts');
export const messageTries = outcomesOf<MessageTry>('app.message-tries');
export const mailAttempts = outcomesOf<MailAttempt>('app.mail-attempts');

function outcomesOf<Message>(name: string): Outcomes<Message> {
  const messages = channel(name);
  return {
    publish: (message) => messages.publish(message),
    follow: (onMessage) => {
      const listener = (message: unknown) => onMessage(message as Message);
      messages.subscribe(listener);
      return () => {
        messages.unsubscribe(listener);
      };
    },
  };
}
