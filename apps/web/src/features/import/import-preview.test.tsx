import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { ImportPreview } from './import-preview.tsx';
import { readFile } from './read-file.ts';

prepareEachTest();
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 5, 30, 9), toFake: ['Date'] });
});

function show(
  text: string,
  remembered: Parameters<typeof ImportPreview>[0]['remembered'] = null,
  known: { row: number; name: string; date: string; deleted: boolean }[] = [],
) {
  const server = fakeServer({
    'POST /api/imports/check': { known },
    'POST /api/imports': { id: 'i1', imported: 1 },
  });
  renderApp(
    <ImportPreview
      fileName="card.csv"
      read={readFile(new TextEncoder().encode(text), '2026-06-30', 'America/New_York')}
      remembered={remembered}
      onOther={vi.fn()}
      onImported={vi.fn()}
    />,
  );
  return server;
}

/** Imports the selected rows and returns the sent ones. */
async function importedBy(server: ReturnType<typeof fakeServer>): Promise<unknown> {
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

test('treats a correction by hand as the answer [PD-30]', () => {
  show(UNSIGNED);
  click('Change how the file is read');
  fireEvent.change(screen.getByLabelText('Purchases are'), { target: { value: 'positive' } });
  expect(screen.queryByText(/Are these amounts/)).toBeNull();
});

const WITH_BALANCE =
  'Date,Description,Amount,Balance\n06/24/2026,CAFE,-4.50,95.50\n06/25/2026,SHOP,-5.00,90.50\n06/26/2026,ACME PAYROLL,9.00,99.50\nsoon,BAR,-1.00,98.50\n';

test('counts every line of the file, follows the ticks and proves the sums [PD-30]', async () => {
  show(WITH_BALANCE, null, [{ row: 1, name: 'Shop', date: '2026-06-25', deleted: false }]);
  await screen.findByText('5 lines: 1 to import · 1 already there · 2 left out · 1 can’t be read');
  screen.getByText(/^Line 5 doesn’t fit your bank’s balance/);
  fireEvent.click(screen.getByRole('checkbox', { name: /^Import CAFE/ }));
  screen.getByText('5 lines: 1 already there · 1 not selected · 2 left out · 1 can’t be read');
  fireEvent.click(screen.getByRole('checkbox', { name: /^Import SHOP/ }));
  screen.getByText('5 lines: 1 to import · 1 not selected · 2 left out · 1 can’t be read');
});

test('says that a file continues the earlier ones without a gap [PD-30]', async () => {
  const known = [0, 1].map((row) => ({ row, name: 'Shop', date: '2026-06-25', deleted: false }));
  show(
    'Date,Description,Amount\n06/24/2026,CAFE,-4.50\n06/25/2026,SHOP,-5.00\n06/26/2026,BAR,-1.00\n',
    null,
    known,
  );
  await screen.findByText('Continues your earlier import: 2 lines match');
});

test("shows the rows' currencies, and their column can be chosen [PD-5] [PD-30]", () => {
  show(
    'Date,Description,Amount,Currency,Paid\n2026-06-24,Tesco,-4.00,GBP,EUR\n2026-06-23,Rewe,-5.00,EUR,CZK\n',
  );
  expect(region('How the file is read').textContent).toContain('Amount in GBP and EUR');
  click('Change how the file is read');
  fireEvent.change(screen.getByLabelText('Currency column'), { target: { value: '4' } });
  expect(region('How the file is read').textContent).toContain('Amount in EUR and CZK');
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
