import { PRODUCT_NAME } from '@oinkly/contract/product';

/** The words of an invitation; they hold the site's own origin (ONB-7). */
export function inviteMessage(origin: string): string {
  return `Join me on ${PRODUCT_NAME} and let's see who keeps more of the weekly budget: ${origin}`;
}

/** A text message with the invitation, to nobody in particular yet. */
export function smsInviteUrl(origin: string): string {
  return `sms:?&body=${encodeURIComponent(inviteMessage(origin))}`;
}

/** An e-mail with the invitation. */
export function mailInviteUrl(origin: string): string {
  const subject = `Join me on ${PRODUCT_NAME}`;
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(inviteMessage(origin))}`;
}
