import type { GuardedScreen, OpenScreen } from '@oinkly/contract/screens';
import { lazyScreen } from './lazy-screen.tsx';

export const screens = {
  accounts: lazyScreen(() => import('./screens/accounts-screen.tsx')),
  dashboard: lazyScreen(() => import('./screens/dashboard-screen.tsx')),
  data: lazyScreen(() => import('./screens/data-screen.tsx')),
  expenses: lazyScreen(() => import('./screens/expenses-screen.tsx')),
  friends: lazyScreen(() => import('./screens/friends-screen.tsx')),
  goodbye: lazyScreen(() => import('./screens/goodbye-screen.tsx')),
  import: lazyScreen(() => import('./screens/import-screen.tsx')),
  insights: lazyScreen(() => import('./screens/insights-screen.tsx')),
  invite: lazyScreen(() => import('./screens/invite-screen.tsx')),
  'my-account': lazyScreen(() => import('./screens/my-account-screen.tsx')),
  'not-found': lazyScreen(() => import('./screens/not-found-screen.tsx')),
  notifications: lazyScreen(() => import('./screens/notifications-screen.tsx')),
  'oauth-redirect': lazyScreen(() => import('./screens/oauth-redirect-screen.tsx')),
  'onboarding-preview': lazyScreen(() => import('./screens/onboarding-preview-screen.tsx')),
  privacy: lazyScreen(() => import('./screens/privacy-screen.tsx')),
  rules: lazyScreen(() => import('./screens/rules-screen.tsx')),
  security: lazyScreen(() => import('./screens/security-screen.tsx')),
  'shared-map': lazyScreen(() => import('./screens/shared-map-screen.tsx')),
  'signup-flow': lazyScreen(() => import('./screens/signup-flow-screen.tsx')),
  unsubscribe: lazyScreen(() => import('./screens/unsubscribe-screen.tsx')),
  week: lazyScreen(() => import('./screens/week-screen.tsx')),
} satisfies Record<Exclude<GuardedScreen | OpenScreen, 'welcome'>, unknown>;
