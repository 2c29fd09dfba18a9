import { PRODUCT_NAME } from '@oinkly/contract/product';
import { siteOrigin } from '../../shared/http/runtime-config.ts';

export function inviteLink(code: string): string {
  return `${siteOrigin}/invite/${code}`;
}

export function inviteMessage(link: string): string {
  return `Join me on ${PRODUCT_NAME} and let’s see who keeps more of their weekly budget. Neither of us sees a dollar of the other’s: ${link}`;
}

export function smsInviteUrl(link: string): string {
  return `sms:?&body=${encodeURIComponent(inviteMessage(link))}`;
}

export function mailInviteUrl(link: string): string {
  const subject = `Join me on ${PRODUCT_NAME}`;
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(inviteMessage(link))}`;
}
