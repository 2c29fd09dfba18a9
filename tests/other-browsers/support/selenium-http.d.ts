/** The package's types leave it out. */
declare module 'selenium-webdriver/http/util.js' {
  /** Resolves when a WebDriver server answers at `url`. */
  export function waitForServer(url: string, timeoutMs: number): Promise<void>;
}
