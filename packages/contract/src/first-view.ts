import type { Expense, RouteResponse, Settings, User } from './endpoints.ts';

/** The id of the `<script type="application/json">` that holds the first view. */
export const FIRST_VIEW_ID = 'first-view';

/** Marks links in the built `index.html` to the dashboard's own scripts. Only pages with a first view keep them. */
export const FIRST_VIEW_LINK = 'data-first-view';

/** The answers to the dashboard's calls. The server writes them into the page, so that the dashboard needs no request. */
export interface FirstView {
  /** The user's current day, which selects the year map and this week's expenses. */
  today: string;
  user: User;
  settings: Settings;
  weeks: RouteResponse<'listWeeks'>;
  expenses: Expense[];
  leaderboard: RouteResponse<'getLeaderboard'>;
}

/** Files of the build: what the HTML of these pages shows until the scripts have started. */
export const FIRST_PAINT_FILES = {
  dashboard: 'first-paint-dashboard.html',
  welcome: 'first-paint-welcome.html',
};
