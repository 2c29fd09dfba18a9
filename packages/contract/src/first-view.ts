import type { Day } from '@oinkly/domain/days';
import type { User } from './account.ts';
import type { RouteName } from './endpoints.ts';
import type { RuntimeConfig } from './runtime-config.ts';
import type { GuardedScreen, OpenScreen } from './screens.ts';

/** The id of the `<script type="application/json">` that holds the first view. */
export const FIRST_VIEW_ID = 'first-view';

/**
 * Names the screen that a link in the built `index.html` preloads code of. Each page keeps only its own
 * screen's links.
 */
export const SCREEN_LINK = 'data-screen';

/** A call as the app makes it. */
export interface FirstCall {
  name: RouteName;
  /** Path and query. */
  url: string;
  params?: unknown;
  query?: unknown;
}

/** The answer to a call that a screen makes first. */
export interface FirstAnswer extends Pick<FirstCall, 'name' | 'url'> {
  body: unknown;
  /** Of a list's next page; absent on the last one. */
  nextCursor?: string | undefined;
}

/** What a screen shows first, written into the page so that it needs no request (ADR 26). */
export interface FirstView {
  /** When the server read it, in ms by its clock. */
  readAtMs: number;
  /** The user's zone, for the server. */
  timeZone: string;
  /** The user's day, which selects what the screen asks for. */
  today: Day;
  /** Null on a screen that is the same for everyone. */
  user: User | null;
  answers: readonly FirstAnswer[];
}

/** The screens whose pages carry their data and are drawn by the server. */
export const DRAWN_SCREENS = [
  'dashboard',
  'expenses',
  'friends',
  'shared-circle',
  'shared-map',
  'week',
] as const satisfies (GuardedScreen | OpenScreen)[];

/**
 * What a page's HTML shows until the scripts have started: the frame of signed-in screens, or the welcome page's, which needs no scripts: these
 * are all of it.
 */
export const FIRST_PAINT_FILES = {
  welcome: 'first-paint-welcome.html',
  welcomeProblem: 'first-paint-welcome-problem.html',
  signedIn: 'first-paint-signed-in.html',
  loading: 'first-paint-loading.html',
};

/** Replaced in the welcome page by the encoded address that a log-in returns to. */
export const RETURN_TO_PLACEHOLDER = '__RETURN_TO__';

/** Replaced in the welcome page by the escaped words for a problem. */
export const PROBLEM_PLACEHOLDER = '__PROBLEM__';

/** Marks the link that preloads the app's code, which the page then imports. Pages without it need no app. */
export const APP_MARK = 'data-app';

/** What the server writes into `#root` if the HTML in it is the app's own, for the browser to continue. */
export const DRAWN_MARK = 'data-drawn';

/** The build's module, beside its `index.html`, with which the server draws pages. */
export const DRAWING_FILE = 'drawing/draw-page.mjs';

export interface PageDrawing {
  /** Sets what all pages have; `origin` is the site's. */
  configure: (config: RuntimeConfig, origin: string) => void;
  /** Returns the calls whose answers the screen at `address` shows first, or null if only the browser draws it. */
  callsOf: (address: string, today: Day) => Promise<readonly FirstCall[] | null>;
  /** Returns the HTML of the screen at `address`, a path with its query. Fails if an answer is missing. */
  drawPage: (address: string, view: FirstView) => Promise<string>;
}

/** The picture of a dashboard beside the welcome page's words. */
export const WELCOME_EXAMPLE_FILE = 'welcome-example.html';
