import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { EarlierImports } from './earlier-imports.tsx';

prepareEachTest();

test('an import that ended in the middle says how many of its rows were saved, a whole one does not [PD-30]', async () => {
  const importedAt = '2026-06-05T12:00:00Z';
  fakeServer({
    'GET /api/imports': {
      imports: [
        { id: 'a', fileName: 'half.csv', rows: 10_000, rowsInAll: 12_000, remaining: 9_999, importedAt },
        { id: 'b', fileName: 'whole.csv', rows: 9, rowsInAll: 9, remaining: 9, importedAt },
      ],
      layouts: [],
    },
  });
  renderApp(<EarlierImports />);
  const [half, whole] = await screen.findAllByRole('listitem');
  expect(half?.textContent).toContain('9,999 expenses · Jun 5, 2026 · saved 10,000 of 12,000');
  expect(whole?.textContent).not.toContain('saved');
});

test('known imports stay when they can’t be loaded again, and unknown ones say so [PD-30]', async () => {
  const known = { id: 'a', fileName: 'a.csv', rows: 9, rowsInAll: 9, remaining: 9 };
  const server = fakeServer({
    'GET /api/imports': { imports: [{ ...known, importedAt: '2026-06-05T12:00:00Z' }], layouts: [] },
  });
  const { queryClient } = renderApp(<EarlierImports />);
  await screen.findByText('a.csv');
  server.answer('GET /api/imports', failing(500));
  await act(() => queryClient.invalidateQueries());
  expect(screen.getByText('a.csv')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  await act(() => queryClient.resetQueries());
  expect(await screen.findByRole('alert')).toBeTruthy();
});
