import { lazyScreen } from './lazy-screen.tsx';

/** The page that carries the dashboard's data also preloads this code. */
export const DashboardScreen = lazyScreen(() => import('./screens/dashboard-screen.tsx'));
