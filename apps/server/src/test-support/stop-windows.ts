import { onTestFinished, vi } from 'vitest';

/** Stops the machine's clock, by which limits count, until the test ends: on a slow machine, a window would end before its limit is reached. */
export function stopWindows(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}
