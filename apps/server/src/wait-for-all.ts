/** Waits until all have ended, then throws the first failure. */
export async function waitForAll(promises: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}
