import { expect, type Locator, type Page } from '@playwright/test';

/** How far the clock moves when stopped; longer than the way to the browser. */
const AHEAD_MS = 2000;

/** Stops the page's clock; then only `page.clock.runFor` advances it. The network continues. */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + AHEAD_MS);
}

/**
 * Advances a stopped clock in small steps until `locator` is visible. The query client delivers answers in 0 ms timers, and React waits up
 * to 300 ms for a late screen.
 */
export async function runUntilVisible(page: Page, locator: Locator, stepMs = 1): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(stepMs);
        return locator.isVisible();
      },
      { intervals: [20] },
    )
    .toBe(true);
}
