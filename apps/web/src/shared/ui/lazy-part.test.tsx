import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { lazyPart } from './lazy-part.tsx';

prepareEachTest();

test('a part shows once its code has loaded, and at once when it is shown again', async () => {
  const load = vi.fn(() => Promise.resolve({ default: ({ name }: { name: string }) => <p>{name}</p> }));
  const Part = lazyPart(load);
  expect(load).not.toHaveBeenCalled();
  const view = renderApp(<Part name="Sheet" fallback="Soon" />);
  expect(screen.getByText('Soon')).toBeTruthy();
  expect(await screen.findByText('Sheet')).toBeTruthy();
  view.unmount();
  renderApp(<Part name="Sheet" />);
  expect(screen.getByText('Sheet')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});
