import type { Page } from '@playwright/test';

/** The name of the offline cache of the browser's one user; null without one. */
export async function answersCacheName(page: Page): Promise<string | null> {
  return page.evaluate(async () => (await caches.keys()).find((name) => name.startsWith('answers ')) ?? null);
}

/** Throws without a cache. */
export async function existingAnswersCache(page: Page): Promise<string> {
  const name = await answersCacheName(page);
  if (name === null) throw new Error('This browser has no offline cache');
  return name;
}
