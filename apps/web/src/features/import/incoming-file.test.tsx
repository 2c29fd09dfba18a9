import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { keepShared } from '../../shared/from-other-app.ts';
import { fakeCaches } from '../../test-support/fake-caches.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { offerFiles, useIncomingFile } from './incoming-file.ts';

prepareEachTest();

function Page({ onFile }: { onFile: (file: File) => void }) {
  useIncomingFile(onFile);
  return null;
}

function show() {
  const onFile = vi.fn<(file: File) => void>();
  const { unmount } = renderApp(<Page onFile={onFile} />);
  return { unmount, names: () => onFile.mock.calls.map(([file]) => file.name) };
}

const card = new File(['a,b'], 'card.csv');
const other = new File(['c,d'], 'other.csv');

type Launch = Parameters<Parameters<NonNullable<Window['launchQueue']>['setConsumer']>[0]>[0];

/** Opens files from the file manager before the page is there. */
function launchWith(files: Launch['files']): void {
  vi.stubGlobal('launchQueue', { setConsumer: (consumer: (launch: Launch) => void) => consumer({ files }) });
}

test('a file is taken once, whether it comes before the page or while it is open [PD-30]', () => {
  offerFiles([card]);
  const first = show();
  expect(first.names()).toEqual(['card.csv']);
  offerFiles([other]);
  expect(first.names()).toEqual(['card.csv', 'other.csv']);
  first.unmount();
  expect(show().names()).toEqual([]);
});

test('of several files none is taken, and a message says so [PD-30]', async () => {
  const { names } = show();
  offerFiles([card, other]);
  expect(await screen.findByText('One file at a time')).toBeTruthy();
  offerFiles([]);
  expect(names()).toEqual([]);
});

test('a file that was opened from the file manager is taken [PD-30]', async () => {
  launchWith([{ getFile: async () => card }]);
  const { names } = show();
  await vi.waitFor(() => expect(names()).toEqual(['card.csv']));
});

test('a file that is gone when it should be opened is reported [PD-30]', async () => {
  launchWith([{ getFile: () => Promise.reject(new DOMException('moved', 'NotFoundError')) }]);
  const { names } = show();
  expect(await screen.findByText('We can’t open this file. Please choose it again.')).toBeTruthy();
  expect(names()).toEqual([]);
});

test('a file that another app shared is taken, and a shared text is left to quick entry [PD-30]', async () => {
  const stored = fakeCaches();
  await keepShared('Gym 50');
  const { names, unmount } = show();
  await vi.waitFor(() => expect(stored.size).toBe(1));
  unmount();
  await keepShared(card);
  const next = show();
  await vi.waitFor(() => expect(next.names()).toEqual(['card.csv']));
  expect(stored.size).toBe(0);
  expect(names()).toEqual([]);
});
