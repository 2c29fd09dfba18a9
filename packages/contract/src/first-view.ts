import type { Expense, RouteResponse, Settings, User } from './endpoints.ts';

/** Of the `<script type="application/json">` with the first view. */
export const FIRST_VIEW_ID = 'first-view';

/** Marks links that preload a screen's code in the built `index.html`. Each page keeps only its own. */
export const SCREEN_LINK = 'data-screen';

/** The dashboard's data, written into the page so that it needs no request (ADR 26). */
export interface FirstView {
  /** Selects the year map and this week's expenses. */
  today: string;
  user: User;
  settings: Settings;
  weeks: RouteResponse<'listWeeks'>;
  expenses: Expense[];
  leaderboard: RouteResponse<'getLeaderboard'>;
}

/** What a page's HTML shows until the scripts have started. */
export const FIRST_PAINT_FILES = {
  dashboard: 'first-paint-dashboard.html',
  welcome: 'first-paint-welcome.html',
  /** Other pages of a signed-in user. */
  signedIn: 'first-paint-signed-in.html',
  loading: 'first-paint-loading.html',
};
