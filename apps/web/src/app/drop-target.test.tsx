import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../test-support/render-app.tsx';
import { homeAnswers } from '../test-support/wire.ts';
import { DropTarget } from './drop-target.tsx';
import { keepFilesOut } from './keep-files-out.ts';
import { Router } from './router.tsx';

prepareEachTest();

const card = new File(['Date,Name,Amount\n'], 'card.csv');
const withFiles = (...files: File[]) => ({ types: ['Files'], files, dropEffect: 'move' });
const withText = (text: string, ...types: string[]) => ({
  types: ['text/plain', ...types],
  files: [],
  dropEffect: 'move',
  getData: () => text,
});
type Transfer = ReturnType<typeof withFiles>;

/** False if the page handles it. */
const over = (dataTransfer: Transfer, target: Element = document.body) =>
  fireEvent.dragOver(target, { dataTransfer });
const drop = (dataTransfer: Transfer, target: Element = document.body) => {
  over(dataTransfer, target);
  return fireEvent.drop(target, { dataTransfer });
};
/** jsdom has no drag events, and its plain ones no related target. */
const leave = (relatedTarget: Element | null) =>
  fireEvent(document.body, new MouseEvent('dragleave', { bubbles: true, relatedTarget }));

function show(content = <input aria-label="Search" />) {
  const calls = { onFiles: vi.fn(), onText: vi.fn() };
  renderApp(
    <>
      {content}
      <DropTarget {...calls} />
    </>,
  );
  return calls;
}

const target = () => screen.queryByText('Drop to import');

test('a dragged file shows the whole page as its target until it is dropped or leaves [PD-30]', () => {
  const { onFiles } = show();
  expect(over(withFiles(card))).toBe(false);
  expect(target()).not.toBeNull();
  leave(document.body);
  expect(target()).not.toBeNull();
  leave(null);
  expect(target()).toBeNull();

  expect(drop(withFiles(card))).toBe(false);
  expect(target()).toBeNull();
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([card]);
});

test('an open sheet keeps what is in it: the file is not taken, and a message says why [PD-30]', async () => {
  const { onFiles, onText } = show(<div role="dialog" />);
  over(withFiles(card));
  expect(target()).toBeNull();
  expect(drop(withFiles(card))).toBe(false);
  expect(await screen.findByText('Close this first')).toBeTruthy();
  expect(onFiles).not.toHaveBeenCalled();
  expect(drop(withText('Gym 50'))).toBe(true);
  expect(onText).not.toHaveBeenCalled();
});

test('a dropped text is taken, except over a field, as a link, or from the page itself', () => {
  const { onFiles, onText } = show();
  expect(drop(withText('Gym 50'))).toBe(false);
  expect(target()).toBeNull();
  expect(onText).toHaveBeenCalledExactlyOnceWith('Gym 50');

  expect(drop(withText('Gym 50'), screen.getByLabelText('Search'))).toBe(true);
  expect(drop(withText('https://example.org', 'text/uri-list'))).toBe(true);
  fireEvent.dragStart(document.body);
  expect(drop(withText('Gym 50'))).toBe(true);
  expect(drop(withFiles(card))).toBe(true);
  fireEvent.dragEnd(document.body);
  expect(onText).toHaveBeenCalledOnce();
  expect(onFiles).not.toHaveBeenCalled();
});

test('a page that takes no files keeps the browser from opening them over the app', () => {
  const listen = vi.spyOn(window, 'addEventListener');
  keepFilesOut();
  const [[, listener] = []] = listen.mock.calls;
  const file = withFiles(card);
  expect(over(file)).toBe(false);
  expect(file.dropEffect).toBe('none');
  const text = withText('Gym 50');
  expect(over(text)).toBe(true);
  expect(text.dropEffect).toBe('move');

  show();
  over(file);
  expect(file.dropEffect).toBe('copy');
  if (listener) window.removeEventListener('dragover', listener);
});

test('a text from elsewhere does not replace what the user typed before', async () => {
  fakeServer(homeAnswers());
  renderApp(<Router />);
  const quickEntry = () => screen.findByLabelText<HTMLInputElement>('Quick entry');
  const add = async () => fireEvent.click(await screen.findByRole('button', { name: 'Add expense' }));
  await add();
  fireEvent.change(await quickEntry(), { target: { value: 'Tea 4' } });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));

  drop(withText('Gym 50'));
  expect((await quickEntry()).value).toBe('Gym 50');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await add();
  expect((await quickEntry()).value).toBe('Tea 4');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));

  drop(withText(`Gym ${'5'.repeat(300)}`));
  expect(await screen.findByText('This text is too long')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();

  drop(withText('- Gym 50\n- Tea 4\n'));
  expect(await screen.findByRole('dialog', { name: 'Add 2 Expenses' })).toBeTruthy();
});
