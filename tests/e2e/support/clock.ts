import { expect, type Locator, type Page } from '@playwright/test';

/** How far the page's clock is moved on when it is stopped; longer than the way to the browser takes. */
const AHEAD_MS = 2000;

/** Stops the page's clock. From then on time passes only by `page.clock.runFor`; the network goes on. */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + AHEAD_MS);
}

/**
 * Lets a stopped clock go on in small steps until `locator` is visible. The query client hands every answer on in a timer of 0 ms,
 * and React waits up to 300 ms before it shows a screen whose code came late.
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
