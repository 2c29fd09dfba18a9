import type { Emulator } from '../emulator.ts';
import { bankOf, connect, type Visit } from './flow.ts';

const pathsByView: Readonly<Record<string, string>> = {
  SELECT_INSTITUTION: '/institutions',
  CREDENTIAL: '/login',
  MFA: '/mfa',
  OAUTH: '/oauth',
  SELECT_ACCOUNT: '/accounts',
};

/** The page that somebody was on last. */
export function lastStep({ session }: Visit): string {
  return pathsByView[session.state.lastView ?? ''] ?? '';
}

/** The page of the bank's login: ours, or the one that leads to the bank's own. */
function loginStep({ session }: Visit): string {
  return bankOf(session)?.oauth === true ? '/oauth' : '/login';
}

/** The page for somebody who has to do something before they can be where they wanted. */
export function missingStep(visit: Visit): string {
  const { consented, institutionId } = visit.session.state;
  if (!consented) return '';
  return institutionId === null ? '/institutions' : loginStep(visit);
}

/** The page after an attempt to log in. A login that only had to be repaired is connected by it. */
export function stepAfterLogin(emulator: Emulator, visit: Visit): string {
  const { token, session } = visit;
  if (session.state.challenged !== null) return '/mfa';
  if (session.state.authenticatedAs === null) return loginStep(visit);
  if (token.itemId === null || token.request.accountSelectionEnabled) return '/accounts';
  connect(emulator, visit, null);
  return '/connected';
}
