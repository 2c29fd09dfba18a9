import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { lazyPart } from '../shared/ui/lazy-part.tsx';
import { prepareEachTest, renderApp } from '../test-support/render-app.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

prepareEachTest();

test('where the code of a part does not load, the page says so and offers another try', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const Part = lazyPart<object>(() => Promise.reject(new TypeError('Failed to fetch')));
  renderApp(
    <ErrorBoundary>
      <Part />
    </ErrorBoundary>,
  );
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
