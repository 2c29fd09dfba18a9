import { expect, test } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest } from '../../test-support/render-app.tsx';
import { OpenStatement } from './open-statement.ts';
import { checkRows } from './save-import.ts';

prepareEachTest();

test('an aborted check sends no further part [PD-30]', async () => {
  const rows = Array.from({ length: 10_001 }, (_, index) => `2026-06-24,SHOP,-${index + 1}.00\n`);
  const opened = new OpenStatement({
    bytes: new TextEncoder().encode(`Date,Description,Amount\n${rows.join('')}`),
    ...{ today: '2026-06-30', timeZone: 'America/New_York', layouts: [] },
  });
  const lines = opened.lines(opened.read.guess.layout, false);
  expect(lines.parts).toHaveLength(2);
  const aborted = new AbortController();
  const server = fakeServer({
    'POST /api/imports/check': () => {
      aborted.abort();
      return { known: [] };
    },
  });
  const check = () => checkRows(lines, () => undefined, aborted.signal);
  await expect(check()).rejects.toThrow('abort');
  await expect(check()).rejects.toThrow('abort');
  expect(server.requests).toHaveLength(1);
});
