/** A point of the page's visible part, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** What the journeys need of a browser. Two protocols implement it. */
export interface BrowserDriver {
  /** Loads an address and waits for its load event. */
  open(url: string): Promise<void>;
  goBack(): Promise<void>;
  /** Runs the source of a function in the page and returns its answer as JSON text. `args` are JSON. */
  run(source: string, args: readonly unknown[]): Promise<string>;
  click(point: Point): Promise<void>;
  /** Presses and releases keys, one per character. `\uE000` and up are the keys of the WebDriver standard. */
  type(keys: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Errors that the browser reported by itself. */
  errors(): readonly string[];
  /** Ends the browser's processes and deletes its profile. */
  close(): Promise<void>;
}

/** The width and height of the pages: a phone. */
export const VIEWPORT = { width: 390, height: 844 };

/** The browsers' time zone, which is that of the test users. */
export const TIME_ZONE = 'America/Los_Angeles';
