import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pass, prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { Dialog } from './dialog.tsx';
import { currentToasts, toast } from './toast-store.ts';

prepareEachTest();

test('only the newest toast is visible [ER-5]', () => {
  renderApp(null);
  act(() => {
    toast({ title: 'First' });
    toast({ title: 'Second' });
  });
  expect(screen.queryByText('First')).toBeNull();
  expect(screen.getByText('Second')).toBeTruthy();
});

test('a toast closes after 5000 ms and is removed 1000000 ms later [ER-5]', async () => {
  vi.useFakeTimers();
  renderApp(null);
  act(() => void toast({ title: 'Short' }));
  await pass(4900);
  expect(currentToasts()[0]?.open).toBe(true);
  await pass(200);
  expect(currentToasts()[0]).toMatchObject({ title: 'Short', open: false });
  await pass(999_000);
  expect(currentToasts()).toHaveLength(1);
  await pass(2000);
  expect(currentToasts()).toHaveLength(0);
});

test("a toast can have the specification's shorter duration", async () => {
  vi.useFakeTimers();
  renderApp(null);
  act(() => void toast({ title: 'Three seconds', durationMs: 3000 }));
  await pass(3100);
  expect(currentToasts()[0]?.open).toBe(false);
});

test('a toast that follows a closed one goes after 5000 ms too [ER-5]', async () => {
  vi.useFakeTimers();
  renderApp(null);
  act(() => void toast({ title: 'First' }));
  const close = screen.getByRole('button', { name: 'Close' });
  // The pointer stops the toast's timer.
  fireEvent.pointerMove(close);
  fireEvent.click(close);
  await pass(100);
  act(() => void toast({ title: 'Second' }));
  await pass(5100);
  expect(currentToasts()[0]).toMatchObject({ title: 'Second', open: false });
});

test.each(['before', 'after'])(
  'a toast shown %s an open dialog can be closed without closing the dialog [ER-5] [AE-4]',
  (when) => {
    const onOpenChange = vi.fn();
    const dialog = (open: boolean) => (
      <Dialog open={open} onOpenChange={onOpenChange} title="A dialog">
        <button type="button">Inside</button>
      </Dialog>
    );
    const { rerenderApp } = renderApp(dialog(when === 'after'));
    act(() => void toast({ title: 'Over it' }));
    rerenderApp(dialog(true));
    const card = within(screen.getByRole('region', { name: /Notifications/ })).getByRole('listitem');
    expect(card.className).toContain('pointer-events-auto!');
    fireEvent.click(within(card).getByRole('button', { name: 'Close' }));
    expect(currentToasts()[0]?.open).toBe(false);
    expect(screen.getByRole('dialog', { name: 'A dialog' })).toBeTruthy();
    expect(onOpenChange).not.toHaveBeenCalled();
  },
);

test('F8 focuses the notification area [ER-5]', () => {
  renderApp(null);
  act(() => void toast({ title: 'Here' }));
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
  expect(document.activeElement?.tagName).toBe('OL');
});

test('Escape in a dialog closes the dialog, and leaves the toast over it', async () => {
  const close = vi.fn();
  renderApp(
    <Dialog open onOpenChange={close} title="Things to check">
      <button type="button">Ask me later</button>
    </Dialog>,
  );
  act(() => void toast({ title: 'Suggestion dismissed' }));
  await screen.findByText('Suggestion dismissed');
  const button = screen.getByRole('button', { name: 'Ask me later' });
  button.focus();
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(close.mock.calls).toEqual([[false]]);
  expect(currentToasts()).toMatchObject([{ open: true }]);
});
