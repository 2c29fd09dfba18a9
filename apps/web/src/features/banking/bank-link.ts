import type { PlaidLinkOnSuccessMetadata } from 'react-plaid-link';
import { browserNavigation, currentPath } from '../../shared/http/browser-navigation.ts';
import { urlOf } from '../../shared/http/call.ts';

/** Null without a token to exchange, as after a repair. */
export interface LinkResult {
  publicToken: string | null;
  metadata: Pick<PlaidLinkOnSuccessMetadata, 'institution' | 'accounts'>;
}

/** The same token continues after a bank's own pages (OA-1). */
export interface WidgetSession {
  token: string;
  /** Another user of this browser must not finish it. */
  userId: string;
  itemId?: string | undefined;
  /** A result of the widget that is not completed yet. */
  result?: LinkResult | undefined;
}

/** A link that may leave this page and return to `/oauth-redirect`. */
export interface LinkSession {
  provider: string;
  from: string;
  /** Absent on the provider's own pages, which need no widget. */
  widget?: WidgetSession | undefined;
}

/** Where this tab stores the link session for the return from a bank's pages. */
const SESSION_KEY = 'bankLink';
/**
 * Set when linking begins during onboarding, because a return without parameters leads back there too. Named by the specification (section 4,
 * OAuth callback page).
 */
const SIGNUP_FLAG = 'signupBankSuccess';

/** `itemId` is the connection to repair. */
export function leaveToLinkBank({
  provider,
  duringSignup,
  itemId,
}: {
  provider: string;
  duringSignup: boolean;
  itemId?: string | undefined;
}): void {
  storeLinkSession({ provider });
  if (duringSignup) window.sessionStorage.setItem(SIGNUP_FLAG, 'true');
  browserNavigation.leaveFor(urlOf('openLinkPages', { params: { provider }, query: { itemId } }));
}

/** Stores the link session that starts on this page, replacing the last one. */
export function storeLinkSession(session: Omit<LinkSession, 'from'>): void {
  dropLinkSession();
  write({ from: currentPath(), ...session });
}

export function storeLinkResult(result: LinkResult): void {
  const session = currentLinkSession();
  if (session?.widget) write({ ...session, widget: { ...session.widget, result } });
}

export function currentLinkSession(): LinkSession | null {
  const text = window.sessionStorage.getItem(SESSION_KEY);
  return text === null ? null : (JSON.parse(text) as LinkSession);
}

function write(session: LinkSession): void {
  window.sessionStorage.setItem(SESSION_KEY, JSON.stringify(session));
}

/** Returns where a successful link leads: to onboarding if it started there, else to the account (OA-2). */
export function pathAfterLinking(): '/signup-flow' | '/my-account' {
  return window.sessionStorage.getItem(SIGNUP_FLAG) === 'true' ? '/signup-flow' : '/my-account';
}

export function pathBeforeLinking(): string {
  const path = currentLinkSession()?.from;
  return path?.startsWith('/') && !path.startsWith('//') ? path : pathAfterLinking();
}

/** Deletes the stored link session; with a `token`, only if it is that session. */
export function dropLinkSession(token?: string): void {
  if (token !== undefined && currentLinkSession()?.widget?.token !== token) return;
  window.sessionStorage.removeItem(SIGNUP_FLAG);
  window.sessionStorage.removeItem(SESSION_KEY);
}
