import { expect, onTestFinished, test, vi } from 'vitest';

test('long work reports every ten seconds how long it has taken', async () => {
  const { reportProgress } = (await import(new URL('report-progress.mjs', import.meta.url).href)) as {
    reportProgress: <T>(what: string, work: () => Promise<T>, say: (text: string) => void) => Promise<T>;
  };
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const said: string[] = [];
  const work = Promise.withResolvers<string>();
  const saying = reportProgress(
    'Installing',
    () => work.promise,
    (text) => said.push(text),
  );
  await vi.advanceTimersByTimeAsync(25_000);
  work.resolve('done');
  expect(await saying).toBe('done');
  await vi.advanceTimersByTimeAsync(25_000);
  expect(said).toEqual(['Installing …', 'Installing … (10 s)', 'Installing … (20 s)']);
});
