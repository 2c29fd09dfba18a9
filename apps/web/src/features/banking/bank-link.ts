import type { PlaidLinkOnSuccessMetadata } from 'react-plaid-link';
import { providerParams } from './accounts-query.ts';
import { browserNavigation, currentPath } from '../../shared/http/browser-navigation.ts';
import { urlOf } from '../../shared/http/call.ts';

/** What the widget has brought: a token to exchange, or null when there is nothing to exchange, as after a repaired login. */
export interface LinkResult {
  publicToken: string | null;
  metadata: Pick<PlaidLinkOnSuccessMetadata, 'institution' | 'accounts'>;
}

/** An open link session in the widget. A bank's own pages may interrupt it; the same token continues it (OA-1). */
export interface WidgetVisit {
  token: string;
  /** The user who started it. Another user of this browser must not finish it. */
  userId: string;
  /** The connection whose login is repaired. */
  itemId?: string | undefined;
  /** What the widget has brought already, and is to be completed. */
  result?: LinkResult | undefined;
}

/** An attempt to link a bank that may leave this page and come back to `/oauth-redirect`. */
export interface LinkAttempt {
  /** The page that it began on. */
  from: string;
  /** Absent on the provider's own pages, which do without the widget. */
  visit?: WidgetVisit | undefined;
}

/** Stores the link session that a bank's pages lead back to, for this tab only. */
const ATTEMPT = 'bankLink';
/** Set while an attempt was begun in onboarding; the specification names it (section 4, OAuth callback page). */
const SIGNUP_FLAG = 'signupBankSuccess';

/** Leaves for the provider's pages to link a bank, or to repair the login of the connection `itemId`. */
export function leaveToLinkBank({
  duringSignup,
  itemId,
}: {
  duringSignup: boolean;
  itemId?: string | undefined;
}): void {
  rememberLinking();
  if (duringSignup) window.sessionStorage.setItem(SIGNUP_FLAG, 'true');
  browserNavigation.leaveFor(urlOf('openLinkPages', { params: providerParams, query: { itemId } }));
}

/** Remembers an attempt that begins on this page, or that leaves it now, in place of the one before. */
export function rememberLinking(visit?: WidgetVisit): void {
  forgetLinking();
  write({ from: currentPath(), visit });
}

/** Stores the widget's result, so that a reload or a new login continues from there. */
export function rememberLinkResult(result: LinkResult): void {
  const attempt = linkAttempt();
  if (attempt?.visit) write({ ...attempt, visit: { ...attempt.visit, result } });
}

/** The attempt that was begun in this tab and has not ended; null when there is none. */
export function linkAttempt(): LinkAttempt | null {
  const text = window.sessionStorage.getItem(ATTEMPT);
  // Only `write` writes here.
  return text === null ? null : (JSON.parse(text) as LinkAttempt);
}

function write(attempt: LinkAttempt): void {
  window.sessionStorage.setItem(ATTEMPT, JSON.stringify(attempt));
}

/** Where a finished attempt leads (OA-2): into onboarding when it began there, else to the account. */
export function pathAfterLinking(): '/signup-flow' | '/my-account' {
  return window.sessionStorage.getItem(SIGNUP_FLAG) === 'true' ? '/signup-flow' : '/my-account';
}

/** Where an attempt began, for who left it without a bank (PD-42). */
export function pathBeforeLinking(): string {
  const path = linkAttempt()?.from;
  return path?.startsWith('/') && !path.startsWith('//') ? path : pathAfterLinking();
}

/** Forgets the attempt; with a `token`, only if it is the attempt of that visit. */
export function forgetLinking(token?: string): void {
  if (token !== undefined && linkAttempt()?.visit?.token !== token) return;
  window.sessionStorage.removeItem(SIGNUP_FLAG);
  window.sessionStorage.removeItem(ATTEMPT);
}
