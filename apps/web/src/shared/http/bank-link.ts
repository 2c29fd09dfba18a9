import { providerParams } from './accounts-query.ts';
import { currentPath, leaveFor } from './browser-navigation.ts';
import { urlOf } from './call.ts';

/** Set while a bank is linked during onboarding; the specification names it (section 4, OAuth callback page). */
const SIGNUP_FLAG = 'signupBankSuccess';
const RETURN_PATH = 'bankLinkFrom';

/** Leaves for the provider's pages to link a bank, or to repair the login of the connection `itemId`. */
export function leaveToLinkBank({
  duringSignup,
  itemId,
}: {
  duringSignup: boolean;
  itemId?: string | undefined;
}): void {
  rememberLinking({ duringSignup });
  leaveFor(urlOf('openHostedLink', { params: providerParams, query: { itemId } }));
}

/** Remembers where an attempt begins that may leave this page. `duringSignup` makes the way back lead into onboarding. */
export function rememberLinking({ duringSignup }: { duringSignup: boolean }): void {
  if (duringSignup) window.sessionStorage.setItem(SIGNUP_FLAG, 'true');
  else window.sessionStorage.removeItem(SIGNUP_FLAG);
  window.sessionStorage.setItem(RETURN_PATH, currentPath());
}

/** Where a finished attempt leads (OA-2): into onboarding when it began there, else to the account. */
export function pathAfterLinking(): '/signup-flow' | '/my-account' {
  return window.sessionStorage.getItem(SIGNUP_FLAG) === 'true' ? '/signup-flow' : '/my-account';
}

/** Whether an attempt was begun in this tab. */
export function hasBegunLinking(): boolean {
  return window.sessionStorage.getItem(RETURN_PATH) !== null;
}

/** Where an attempt began, for who left it without a bank (PD-42). */
export function pathBeforeLinking(): string {
  const path = window.sessionStorage.getItem(RETURN_PATH);
  return path?.startsWith('/') && !path.startsWith('//') ? path : pathAfterLinking();
}

/** Forgets the attempt. */
export function forgetLinking(): void {
  window.sessionStorage.removeItem(SIGNUP_FLAG);
  window.sessionStorage.removeItem(RETURN_PATH);
}
