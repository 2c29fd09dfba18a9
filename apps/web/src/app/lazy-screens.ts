import type { GuardedScreen, OpenScreen } from '@oinkly/contract/screens';
import { lazyPart } from '../shared/ui/lazy-part.tsx';

export const screens = {
  accounts: lazyPart(() => import('./screens/accounts-screen.tsx')),
  dashboard: lazyPart(() => import('./screens/dashboard-screen.tsx')),
  data: lazyPart(() => import('./screens/data-screen.tsx')),
  expenses: lazyPart(() => import('./screens/expenses-screen.tsx')),
  friends: lazyPart(() => import('./screens/friends-screen.tsx')),
  goodbye: lazyPart(() => import('./screens/goodbye-screen.tsx')),
  import: lazyPart(() => import('./screens/import-screen.tsx')),
  insights: lazyPart(() => import('./screens/insights-screen.tsx')),
  invite: lazyPart(() => import('./screens/invite-screen.tsx')),
  'my-account': lazyPart(() => import('./screens/my-account-screen.tsx')),
  'not-found': lazyPart(() => import('./screens/not-found-screen.tsx')),
  notifications: lazyPart(() => import('./screens/notifications-screen.tsx')),
  'oauth-redirect': lazyPart(() => import('./screens/oauth-redirect-screen.tsx')),
  'onboarding-preview': lazyPart(() => import('./screens/onboarding-preview-screen.tsx')),
  privacy: lazyPart(() => import('./screens/privacy-screen.tsx')),
  rules: lazyPart(() => import('./screens/rules-screen.tsx')),
  security: lazyPart(() => import('./screens/security-screen.tsx')),
  'shared-map': lazyPart(() => import('./screens/shared-map-screen.tsx')),
  'signup-flow': lazyPart(() => import('./screens/signup-flow-screen.tsx')),
  unsubscribe: lazyPart(() => import('./screens/unsubscribe-screen.tsx')),
  week: lazyPart(() => import('./screens/week-screen.tsx')),
} satisfies Record<Exclude<GuardedScreen | OpenScreen, 'welcome'>, unknown>;
