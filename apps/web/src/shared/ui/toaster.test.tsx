import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pass, prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
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

test('a toast goes after 5000 ms and is forgotten 1000000 ms later [ER-5]', async () => {
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

test('a toast may stand shorter, as the specification asks of some', async () => {
  vi.useFakeTimers();
  renderApp(null);
  act(() => void toast({ title: 'Three seconds', durationMs: 3000 }));
  await pass(3100);
  expect(currentToasts()[0]?.open).toBe(false);
});

test('F8 focuses the notification area [ER-5]', () => {
  renderApp(null);
  act(() => void toast({ title: 'Here' }));
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
  expect(document.activeElement?.tagName).toBe('OL');
});
