import type { User } from './account.ts';
import { PROBLEM_PARAMETER } from './own-paths.ts';

/** Open to everyone (RT-6, D-8). A final colon matches any text. */
const OPEN_SCREENS = {
  '/accessibility': 'accessibility',
  '/c/:': 'shared-circle',
  '/oauth-redirect': 'oauth-redirect',
  '/goodbye': 'goodbye',
  '/onboarding-preview': 'onboarding-preview',
  '/guest/:': 'guest',
  '/in/:': 'promise',
  '/invite/:': 'invite',
  '/m/:': 'shared-map',
  '/privacy': 'privacy',
  '/unsubscribe/:': 'unsubscribe',
} as const;

/** Screens of a user who has finished onboarding. A final colon matches any text. */
const SIGNED_IN_SCREENS = {
  '/': 'dashboard',
  '/accounts': 'accounts',
  '/my-account': 'my-account',
  '/my-account/data': 'data',
  '/my-account/security': 'security',
  '/expenses': 'expenses',
  '/expenses/import': 'import',
  '/friends': 'friends',
  '/friends/seen': 'seen',
  '/insights': 'insights',
  '/notifications': 'notifications',
  '/rules': 'rules',
  '/signup-flow': 'signup-flow',
  '/weeks/:': 'week',
} as const;

export type SignedInPath = Exclude<keyof typeof SIGNED_IN_SCREENS, '/signup-flow'>;

/** The screens at a path of their own, whose code loads when they are shown. */
export const LAZY_SCREENS = [...Object.values(OPEN_SCREENS), ...Object.values(SIGNED_IN_SCREENS)];

/** The dashboard with the add sheet open, for the home screen's shortcut. */
export const ADD_EXPENSE_ADDRESS = '/?add=expense';
/** Opens the dialog that makes an address for the user's calendar (PD-115). */
export const ADD_CALENDAR_ADDRESS = '/my-account/security?then=calendar';

/** The running week's page, for the home screen's shortcut: its day is the user's. */
export const THIS_WEEK_PATH = '/weeks/this';

export const IMPORT_PATH = '/expenses/import' satisfies SignedInPath;

/** Where other apps post what they share. The service worker takes it; the server reads nothing of it. */
export const SHARE_PATH = '/share';

/** The form's fields at `SHARE_PATH`. */
export const SHARED_FIELDS = { title: 'title', text: 'text', url: 'url', files: 'files' } as const;

/** Says that nothing usable arrived at `SHARE_PATH`. */
export const NOT_SHARED_ADDRESS = `/?${PROBLEM_PARAMETER}=SHARE_NOT_RECEIVED`;

export type OpenScreen = (typeof OPEN_SCREENS)[keyof typeof OPEN_SCREENS];
export type GuardedScreen =
  (typeof SIGNED_IN_SCREENS)[keyof typeof SIGNED_IN_SCREENS] | 'welcome' | 'not-found';

/** Null at any other path. */
export function openScreenAt(path: string): OpenScreen | null {
  return lookUp(OPEN_SCREENS, path);
}

export function isOpenToEveryone(path: string): boolean {
  return openScreenAt(path) !== null;
}

export function guardedScreenAt(path: string, user: Pick<User, 'signupCompleted'> | null): GuardedScreen {
  if (!user) return 'welcome';
  if (!user.signupCompleted) return 'signup-flow';
  return lookUp(SIGNED_IN_SCREENS, path) ?? 'not-found';
}

function lookUp<T extends Record<string, string>>(screens: T, path: string): T[keyof T] | null {
  const exact = path.replace(/(?!^)\/+$/, '');
  const at = [exact, exact.replace(/[^/]+$/, ':')].find((one) => Object.hasOwn(screens, one));
  return at === undefined ? null : (screens[at] as T[keyof T]);
}
