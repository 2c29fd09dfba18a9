import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { ImportPreview } from './import-preview.tsx';
import { FileProblem } from './file-problem.ts';
import type { Statement } from './file-table.ts';
import { OpenStatement } from './open-statement.ts';

prepareEachTest();
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 5, 30, 9), toFake: ['Date'] });
});

function show(
  text: string,
  known: { row: number; id: number; name: string; date: string; deleted: boolean }[] = [],
) {
  const server = fakeServer({
    'POST /api/imports/check': { known },
    'POST /api/imports': { id: 'i1', imported: 1 },
  });
  const opened = new OpenStatement({
    bytes: new TextEncoder().encode(text),
    ...{ today: '2026-06-30', timeZone: 'America/New_York', layouts: [] },
  });
  const statement: Statement = {
    guessAgain: async (before, next) => opened.guessAgain(before, next),
    lines: async (layout, countFixedBills) => opened.lines(layout, countFixedBills),
  };
  const { rerenderApp } = renderApp(
    <ImportPreview
      fileName="card.csv"
      statement={statement}
      read={opened.read}
      onOther={vi.fn()}
      onImported={vi.fn()}
    />,
  );
  return { ...server, leave: () => rerenderApp(null) };
}

/** Imports the selected rows and returns the sent ones. */
async function importedBy(server: Pick<ReturnType<typeof fakeServer>, 'bodiesOf'>): Promise<unknown> {
  fireEvent.click(await screen.findByRole('button', { name: /^Import \d/ }));
  await waitFor(() => expect(server.bodiesOf('POST /api/imports')).toHaveLength(1));
  const [body] = server.bodiesOf('POST /api/imports') as { rows: Record<string, unknown>[] }[];
  return body?.rows.map(({ name, amount, date, currency }) => [name, amount, date, currency]);
}

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const region = (name: string) => screen.getByRole('region', { name });

const UNSIGNED = 'Date,Description,Amount\n06/24/2026,ZENITH,18.40\n06/23/2026,LUMEN,-31.20\n';

test('asks which amounts are purchases before checking or importing anything [PD-30]', async () => {
  const server = show(UNSIGNED);
  expect(region('Are these amounts purchases or payments?').textContent).toContain('LUMEN-31.20');
  expect(region('How the file is read').textContent).not.toContain('purchases');
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  expect(server.bodiesOf('POST /api/imports/check')).toEqual([]);

  click('Payments or refunds');
  expect(screen.queryByText(/Are these amounts/)).toBeNull();
  expect(region('How the file is read').textContent).toContain('purchases above zero');
  expect(await importedBy(server)).toEqual([['ZENITH', 18.4, '2026-06-24', 'USD']]);
});

test('imports what the answer calls purchases [PD-30]', async () => {
  const server = show(UNSIGNED);
  click('Purchases');
  expect(await importedBy(server)).toEqual([['LUMEN', 31.2, '2026-06-23', 'USD']]);
});

const MONTHLY =
  'Date,Description,Amount\n01/05/2026,NETFLIX,-15.49\n02/05/2026,NETFLIX,-15.49\n03/05/2026,NETFLIX,-15.49\n';

test('asks about an ambiguous date, and for the currency only if the day is first [PD-30]', async () => {
  const server = show(MONTHLY);
  region('Is 01/05/2026 January 5 or May 1?');
  click('January 5');
  expect(await importedBy(server)).toEqual([
    ['NETFLIX', 15.49, '2026-01-05', 'USD'],
    ['NETFLIX', 15.49, '2026-02-05', 'USD'],
    ['NETFLIX', 15.49, '2026-03-05', 'USD'],
  ]);
});

test('asks for the currency of a file from abroad that names none [PD-30]', async () => {
  const server = show(MONTHLY);
  click('May 1');
  region('Which currency are these amounts in?');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Currency'), { target: { value: 'SGD' } });
  click('Continue');
  expect(await importedBy(server)).toEqual([
    ['NETFLIX', 15.49, '2026-05-01', 'SGD'],
    ['NETFLIX', 15.49, '2026-05-02', 'SGD'],
    ['NETFLIX', 15.49, '2026-05-03', 'SGD'],
  ]);
});

test('treats a correction by hand as the answer [PD-30]', async () => {
  show(UNSIGNED);
  click('Change how the file is read');
  fireEvent.change(screen.getByLabelText('Purchases are'), { target: { value: 'positive' } });
  await waitFor(() => expect(screen.queryByText(/Are these amounts/)).toBeNull());
});

const WITH_BALANCE =
  'Date,Description,Amount,Balance\n06/24/2026,CAFE,-4.50,95.50\n06/25/2026,SHOP,-5.00,90.50\n06/26/2026,ACME PAYROLL,9.00,99.50\nsoon,BAR,-1.00,98.50\n';

test('shows the first date as written where no order concerns it [PD-30]', async () => {
  show('Date,Description,Amount\n2026-06-24,CAFE,-4.50\n2026-06-25,SHOP,-5.00\n');
  await screen.findByText(/^2 expenses to import/);
  expect(region('How the file is read').textContent).toContain('dates like 2026-06-24');
});

test('says that Oinkly did not answer in its own words, not in the browser’s', async () => {
  show(UNSIGNED);
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  click('Purchases');
  await screen.findByText('We couldn’t check for duplicates. We can’t reach Oinkly.');
});

test('counts every line of the file, follows the ticks and proves the sums [PD-30]', async () => {
  show(WITH_BALANCE, [{ row: 1, id: 7, name: 'Shop', date: '2026-06-25', deleted: false }]);
  await screen.findByText('5 lines: 1 to import · 1 already there · 2 left out · 1 can’t be read');
  screen.getByText(/^Line 5 doesn’t fit your bank’s balance/);
  fireEvent.click(screen.getByRole('checkbox', { name: /^Import CAFE/ }));
  screen.getByText('5 lines: 1 already there · 1 not selected · 2 left out · 1 can’t be read');
  fireEvent.click(screen.getByRole('checkbox', { name: /^Import SHOP/ }));
  screen.getByText('5 lines: 1 to import · 1 not selected · 2 left out · 1 can’t be read');
});

/** Without a layout, all lines of a long file would be near the window. */
const layOut = () => vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(69);
const LONG = `Date,Description,Amount\n${Array.from({ length: 10_002 }, (_, index) => `2026-06-24,SHOP,-${index + 1}.00\n`).join('')}`;

test('saves a long file in parts, and continues after the part that failed [PD-30]', async () => {
  layOut();
  const server = show(LONG);
  type Sent = { requestId: string; rows: unknown[]; rowsBefore: number; rowsInAll: number };
  const parts = () =>
    (server.bodiesOf('POST /api/imports') as Sent[]).map(({ rows, ...part }) => ({
      ...part,
      rows: rows.length,
    }));
  const add = ({ body }: { body: unknown }) => {
    const { rowsBefore, rows } = body as Sent;
    return { id: 'i1', imported: rowsBefore + rows.length };
  };
  server.answer('POST /api/imports', (request: { body: unknown }) =>
    parts().length === 2 ? failing(503)(request as never) : add(request),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Import 10,002 expenses' }));
  await screen.findByText(/10,000 of 10,002 expenses are imported\. Try again to add the rest, or undo\./);
  click('Import 2 expenses');
  await waitFor(() => expect(parts()).toHaveLength(3));
  const [{ requestId } = { requestId: '' }] = parts();
  expect(parts()).toMatchObject([
    { requestId, rows: 10_000, rowsBefore: 0, rowsInAll: 10_002 },
    { requestId, rows: 2, rowsBefore: 10_000, rowsInAll: 10_002 },
    { requestId, rows: 2, rowsBefore: 10_000, rowsInAll: 10_002 },
  ]);
  expect(server.bodiesOf('POST /api/imports/check')).toMatchObject([{}, { rows: [{}, {}] }]);
});

test('half a long file can be undone at once; undone elsewhere, it begins again [PD-30]', async () => {
  layOut();
  const server = show(LONG);
  const refuse = (status: number, code: string) =>
    failing(status, { message: 'It is gone.', error: 'x', error_code: code });
  const replies = [
    () => ({ id: 'i1', imported: 10_000 }),
    refuse(404, 'IMPORT_NOT_FOUND'),
    () => ({ id: 'i1', imported: 10_000 }),
    refuse(503, 'SERVICE_UNAVAILABLE'),
  ];
  const ids = () =>
    (server.bodiesOf('POST /api/imports') as { requestId: string }[]).map((one) => one.requestId);
  server.answer('POST /api/imports', () => replies[ids().length - 1]?.({} as never));
  fireEvent.click(await screen.findByRole('button', { name: 'Import 10,002 expenses' }));
  await screen.findByText('It is gone. You can try again without creating duplicates.');
  click('Import 10,002 expenses');
  await screen.findByText(/10,000 of 10,002 expenses are imported/);
  const [first, , third, fourth] = ids();
  expect(third).not.toBe(first);
  expect(fourth).toBe(third);
  server.answer(`DELETE /api/imports/${third}`, { removed: 10_000 });
  click('Undo');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(server.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('adds no row twice when half an import can’t be undone [PD-30]', async () => {
  layOut();
  const server = show(LONG);
  type Sent = { requestId: string; rows: unknown[] };
  const sent = () => server.bodiesOf('POST /api/imports') as Sent[];
  server.answer('POST /api/imports', () =>
    sent().length === 2 ? failing(503)({} as never) : { id: 'i1', imported: 10_000 },
  );
  const importRows = () =>
    screen.findByRole<HTMLButtonElement>('button', { name: /^Import [\d,]+ expenses$/ });
  await importRows();
  // Selects each row, whatever is there already.
  click('Deselect all');
  click('Select all');
  fireEvent.click(await importRows());
  await screen.findByText(/10,000 of 10,002 expenses are imported/);
  const undone = deferred<unknown>();
  server.answer(`DELETE /api/imports/${sent()[0]?.requestId}`, () => undone.promise);
  server.answer('POST /api/imports/check', ({ body }: { body: unknown }) => {
    const { rows } = body as { rows: unknown[] };
    const known = rows.map((_, row) => ({
      row,
      id: row + 1,
      name: 'Shop',
      date: '2026-06-24',
      deleted: false,
    }));
    return { known: rows.length === 10_000 ? known : [] };
  });
  click('Undo');
  await waitFor(async () => expect((await importRows()).disabled).toBe(true));
  undone.resolve(failing(503)({} as never));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  fireEvent.click(await screen.findByRole('button', { name: 'Import 2 expenses' }));
  await waitFor(() => expect(sent().map(({ rows }) => rows.length)).toEqual([10_000, 2, 2]));
});

test('says elsewhere that half a long file is imported, and asks before the page closes [PD-30]', async () => {
  layOut();
  const server = show(LONG);
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const answered = deferred<unknown>();
  const sent = () => server.bodiesOf('POST /api/imports').length;
  server.answer('POST /api/imports', () =>
    sent() === 1 ? { id: 'i1', imported: 10_000 } : answered.promise,
  );
  const button = await screen.findByRole('button', { name: 'Import 10,002 expenses' });
  expect(isAsked()).toBe(false);
  fireEvent.click(button);
  await waitFor(() => expect(sent()).toBe(2));
  expect(isAsked()).toBe(true);
  server.leave();
  answered.resolve(failing(503)({} as never));
  await screen.findByText('10,000 of 10,002 expenses are imported. Open the file again to add the rest.');
  expect(isAsked()).toBe(false);
});

test('changes nothing of what is being sent [PD-30]', async () => {
  const server = show(MONTHLY);
  click('January 5');
  const answered = deferred<unknown>();
  server.answer('POST /api/imports', () => answered.promise);
  expect(await importedBy(server)).toHaveLength(3);
  const ticks = () => screen.getAllByRole('checkbox', { name: /NETFLIX/, checked: true });
  const untick = () => fireEvent.click(ticks()[0] as HTMLElement);
  untick();
  expect(ticks()).toHaveLength(3);
  answered.resolve(failing(503)({} as never));
  await screen.findByRole('alert');
  untick();
  expect(ticks()).toHaveLength(2);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Import 2 expenses' });
  // The sent rows are looked for first.
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
  await waitFor(() => expect(server.bodiesOf('POST /api/imports')).toHaveLength(2));
});

test('says when the lines can’t be read any more, and tries again [PD-30]', async () => {
  const lines = vi.spyOn(OpenStatement.prototype, 'lines').mockImplementationOnce(() => {
    throw new FileProblem('We couldn’t read this file.');
  });
  show('Date,Description,Amount\n06/24/2026,CAFE,-4.50\n');
  await screen.findByText('We couldn’t read this file.');
  click('Try again');
  await screen.findByText('1 expense to import');
  expect(lines).toHaveBeenCalledTimes(2);
  lines.mockRestore();
});

test('imports a year far away only if the user says that it is right [PD-30]', async () => {
  const server = show(
    'Date,Description,Amount\n06/24/26,CAFE,-4.50\n06/25/62,SHOP,-5.00\n06/25/1998,OLD SHOP,-6.00\n',
  );
  await screen.findByText('4 lines: 1 to import · 2 not selected · 1 left out');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Is the year right?', 'Expenses']),
  );
  fireEvent.click(screen.getByRole('checkbox', { name: /^Import SHOP.*2062/ }));
  expect(await importedBy(server)).toEqual([
    ['CAFE', 4.5, '2026-06-24', 'USD'],
    ['SHOP', 5, '2062-06-25', 'USD'],
  ]);
});

test('says that a file continues the earlier ones without a gap [PD-30]', async () => {
  const known = [0, 1].map((row) => ({ row, id: row + 1, name: 'Shop', date: '2026-06-25', deleted: false }));
  show(
    'Date,Description,Amount\n06/24/2026,CAFE,-4.50\n06/25/2026,SHOP,-5.00\n06/26/2026,BAR,-1.00\n',
    known,
  );
  await screen.findByText('Continues your earlier import: 2 lines match');
});

test("shows the rows' currencies, and their column can be chosen [PD-5] [PD-30]", async () => {
  show(
    'Date,Description,Amount,Currency,Paid\n2026-06-24,Tesco,-4.00,GBP,EUR\n2026-06-23,Rewe,-5.00,EUR,CZK\n',
  );
  const isReadIn = (currencies: string) =>
    waitFor(() => expect(region('How the file is read').textContent).toContain(`Amount in ${currencies}`));
  await isReadIn('GBP and EUR');
  click('Change how the file is read');
  fireEvent.change(screen.getByLabelText('Currency column'), { target: { value: '4' } });
  await isReadIn('EUR and CZK');
});

test('corrects the signs of an OFX file, and does not remember them for other banks [PD-30]', async () => {
  const row = (id: number, amount: string) =>
    `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20260624<TRNAMT>${amount}<FITID>${id}<NAME>ZENITH</STMTTRN>`;
  const server = show(
    `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>7</BANKACCTFROM><BANKTRANLIST>${row(1, '5.00')}${row(2, '-7.00')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  );
  click('Change how the file is read');
  expect(screen.queryByText(/Remembered/)).toBeNull();
  fireEvent.change(screen.getByLabelText('Purchases are'), { target: { value: 'positive' } });
  expect(await importedBy(server)).toEqual([['ZENITH', 5, '2026-06-24', 'USD']]);
  expect(server.bodiesOf('POST /api/imports')[0]).not.toHaveProperty('layout');
});
