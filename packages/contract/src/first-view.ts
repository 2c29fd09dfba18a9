import type { Expense, RouteResponse, Settings, User } from './endpoints.ts';

/** The id of the `<script type="application/json">` that holds the first view. */
export const FIRST_VIEW_ID = 'first-view';

/** Marks the links in the built `index.html` to the dashboard's own scripts. Only a page with a first view keeps them. */
export const FIRST_VIEW_LINK = 'data-first-view';

/** What the calls of the dashboard would answer. The server writes it into the page, so that the dashboard needs no request. */
export interface FirstView {
  /** The user's day that the rest is about: the weeks of its map year and the expenses of its week. */
  today: string;
  user: User;
  settings: Settings;
  weeks: RouteResponse<'listWeeks'>;
  expenses: Expense[];
  leaderboard: RouteResponse<'getLeaderboard'>;
}
