import type { Emulator } from '../emulator.ts';
import { bankOf, connect, type Visit } from './flow.ts';

const pathsByView: Readonly<Record<string, string>> = {
  SELECT_INSTITUTION: '/institutions',
  CREDENTIAL: '/login',
  MFA: '/mfa',
  OAUTH: '/oauth',
  SELECT_ACCOUNT: '/accounts',
};

export function lastStep({ session }: Visit): string {
  return pathsByView[session.state.lastView ?? ''] ?? '';
}

function loginStep({ session }: Visit): string {
  return bankOf(session)?.oauth === true ? '/oauth' : '/login';
}

/** The first step that the user has not completed. */
export function missingStep(visit: Visit): string {
  const { consented, institutionId } = visit.session.state;
  if (!consented) return '';
  return institutionId === null ? '/institutions' : loginStep(visit);
}

/** A login that only needed repair is connected at once. */
export function stepAfterLogin(emulator: Emulator, visit: Visit): string {
  const { token, session } = visit;
  if (session.state.challenged !== null) return '/mfa';
  if (session.state.authenticatedAs === null) return loginStep(visit);
  if (token.itemId === null || token.request.accountSelectionEnabled) return '/accounts';
  connect(emulator, visit, null);
  return '/connected';
}
