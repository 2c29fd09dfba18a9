import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { importAfterPaint } from './import-after-paint.ts';

const APP = 'data:text/javascript,globalThis.appStarts = (globalThis.appStarts ?? 0) + 1';
const starts = () => Reflect.get(globalThis, 'appStarts') as number | undefined;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the app’s code is read after the page is painted, or soon where nothing is painted', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  const paint = () => frames.splice(0).forEach((frame) => frame(performance.now()));
  const settle = () => vi.dynamicImportSettled();

  void importAfterPaint(`${APP}//painted`);
  paint();
  await settle();
  expect(starts()).toBeUndefined();
  paint();
  await vi.waitFor(() => expect(starts()).toBe(1));

  void importAfterPaint(`${APP}//not painted`);
  await vi.advanceTimersByTimeAsync(300);
  await vi.waitFor(() => expect(starts()).toBe(2));
});

test('a page whose code does not come says so, and offers to load it again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  void importAfterPaint('data:text/javascript,throw new Error("The pig tripped")');
  await vi.advanceTimersByTimeAsync(300);
  await vi.waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      'This page hasn’t loaded completely, so its buttons don’t work. Load it again',
    ),
  );
  screen.getByRole('alert').remove();
});
