import { PRODUCT_NAME } from '@oinkly/contract/product';

/** The link of an invitation on this site (ONB-7, PD-27). */
export function inviteLink(code: string): string {
  return `${window.location.origin}/invite/${code}`;
}

export function inviteMessage(link: string): string {
  return `Join me on ${PRODUCT_NAME} and let's see who keeps more of their weekly budget: ${link}`;
}

/** A URL for a text message with the invitation, without a recipient. */
export function smsInviteUrl(link: string): string {
  return `sms:?&body=${encodeURIComponent(inviteMessage(link))}`;
}

export function mailInviteUrl(link: string): string {
  const subject = `Join me on ${PRODUCT_NAME}`;
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(inviteMessage(link))}`;
}
