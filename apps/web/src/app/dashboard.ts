import { lazyScreen } from './lazy-screen.tsx';

/** The home screen. The page that carries its data also preloads its code. */
export const DashboardScreen = lazyScreen(() => import('./screens/dashboard-screen.tsx'));
