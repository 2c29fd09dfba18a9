import type { Expense } from './expenses.ts';
import type { RouteResponse } from './endpoints.ts';
import type { RuntimeConfig } from './runtime-config.ts';
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
  /** When the server read it, in ms by its clock. */
  readAtMs: number;
  /** The user's zone, for the server. */
  timeZone: string;
  /** Selects the year map and this week's expenses. */
  today: string;
  user: User;
  settings: Settings;
  weeks: RouteResponse<'listWeeks'>;
  expenses: Expense[];
  leaderboard: RouteResponse<'getLeaderboard'>;
}

/** What a page's HTML shows until the scripts have started: a screen's own, or the frame of signed-in screens. The server draws the dashboard's. */
export const FIRST_PAINT_FILES = {
  expenses: 'first-paint-expenses.html',
  friends: 'first-paint-friends.html',
  welcome: 'first-paint-welcome.html',
  signedIn: 'first-paint-signed-in.html',
  loading: 'first-paint-loading.html',
};

/** What the server writes into `#root` if the HTML in it is the app's own, for the browser to continue. */
export const DRAWN_MARK = 'data-drawn';

/** The build's module, beside its `index.html`, with which the server draws pages. */
export const DRAWING_FILE = 'drawing/draw-page.mjs';

export interface PageDrawing {
  configure: (config: RuntimeConfig) => void;
  /** Returns the HTML of a signed-in user's screen at `url`. */
  drawPage: (url: string, view: FirstView) => string;
}

/** The picture of a dashboard beside the welcome page's words. */
export const WELCOME_EXAMPLE_FILE = 'welcome-example.html';
