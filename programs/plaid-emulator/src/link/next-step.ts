import type { Emulator } from '../emulator.ts';
import { bankOf, connect, type OpenLink } from './flow.ts';

const pathsByView: Readonly<Record<string, string>> = {
  SELECT_INSTITUTION: '/institutions',
  CREDENTIAL: '/login',
  MFA: '/mfa',
  OAUTH: '/oauth',
  SELECT_ACCOUNT: '/accounts',
};

export function lastStep({ session }: OpenLink): string {
  return pathsByView[session.state.lastView ?? ''] ?? '';
}

function loginStep({ session }: OpenLink): string {
  return bankOf(session)?.oauth === true ? '/oauth' : '/login';
}

export function missingStep(openLink: OpenLink): string {
  const { consented, institutionId } = openLink.session.state;
  if (!consented) return '';
  return institutionId === null ? '/institutions' : loginStep(openLink);
}

/** A login that only needed repair is connected at once. */
export function stepAfterLogin(emulator: Emulator, openLink: OpenLink): string {
  const { token, session } = openLink;
  if (session.state.challenged !== null) return '/mfa';
  if (session.state.authenticatedAs === null) return loginStep(openLink);
  if (token.itemId === null || token.request.accountSelectionEnabled) return '/accounts';
  connect(emulator, openLink, null);
  return '/connected';
}
