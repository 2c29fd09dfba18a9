import type { Expense } from './expenses.ts';
import type { RouteResponse } from './endpoints.ts';
import type { Settings, User } from './account.ts';

/** The id of the `<script type="application/json">` that holds the first view. */
export const FIRST_VIEW_ID = 'first-view';

/**
 * Names the screen that a link in the built `index.html` preloads code of. Each page keeps only its own
 * screen's links.
 */
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

/** What a page's HTML shows until the scripts have started: a screen's own, or the frame of signed-in screens. */
export const FIRST_PAINT_FILES = {
  dashboard: 'first-paint-dashboard.html',
  expenses: 'first-paint-expenses.html',
  friends: 'first-paint-friends.html',
  welcome: 'first-paint-welcome.html',
  signedIn: 'first-paint-signed-in.html',
  loading: 'first-paint-loading.html',
};

/** The picture of a dashboard beside the welcome page's words. */
export const WELCOME_EXAMPLE_FILE = 'welcome-example.html';
