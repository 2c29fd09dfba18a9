import { expect, test } from 'vitest';
import { currentToasts } from '../../../shared/ui/toast-store.ts';
import { prepareEachTest } from '../../../test-support/render-app.tsx';
import { readText } from './text-from-elsewhere.ts';

prepareEachTest();

const read = (text: string) => readText(text, '2026-06-20');
const linesOf = (text: string) => {
  const found = read(text);
  return found && 'lines' in found ? found.lines : [];
};

const said = () =>
  currentToasts().flatMap(({ open, title, description }) => (open ? [title, description] : []));

test('a text from elsewhere is one expense, or one per line', () => {
  expect(read(' Gym 50 ')).toEqual({ line: 'Gym 50' });
  expect(read('Gym 50\r\n\r\nTea 4\n')).toEqual({ lines: ['Gym 50', 'Tea 4'] });
  expect(read(`Gym ${'5'.repeat(296)}`)).toEqual({ line: `Gym ${'5'.repeat(296)}` });
  expect(read(' ')).toEqual({ line: '' });
  expect(said()).toEqual([]);
});

test.each(['\n', '\r\n', '\r'])(
  'a list that is too long ends with a whole line, and a toast says which',
  (end) => {
    const lines = Array.from({ length: 900 }, (_, index) => `Tea ${1000 + index}.50`);
    const kept = linesOf(lines.join(end));
    expect(kept).toEqual(lines.slice(0, kept.length));
    const taken = kept.join(end).length;
    expect(taken).toBeLessThanOrEqual(10_000);
    expect(taken + end.length + 'Tea 1000.50'.length).toBeGreaterThan(10_000);
    expect(said()).toEqual([
      'This list is too long',
      `We stopped after “${kept.at(-1)}”. Add the rest afterward.`,
    ]);
  },
);

test.each([
  ['one line', `Gym ${'5'.repeat(297)}`],
  ['more than a list may have', `Gym ${'5'.repeat(10_000)}\nTea 4`],
])('a line that is too long is not cut, and a toast says so: %s', (_, text) => {
  expect(read(text)).toBeNull();
  expect(said()[0]).toBe('This text is too long');
});
