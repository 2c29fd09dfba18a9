/** Waits until all have ended, for one that fails is not in the way of the others; then throws the first failure. */
export async function waitForAll(promises: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}
