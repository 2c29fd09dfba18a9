import { html, type SafeHtml } from '@oinkly/test-banks/html';

/** As the bank would send it: a row may be broken on purpose. */
interface ShownRow {
  id: string;
  day: string;
  name: string;
  amount: string;
  isPending: boolean;
}

/** The forms' values and the buttons' labels. */
type Changes = Readonly<Record<string, string>>;

/** Of one account or item. */
export const SHOWN_ROWS = 20;

function presentRow(address: string, row: ShownRow, changes: Changes): SafeHtml {
  const buttons = Object.entries(changes).map(
    ([change, label]) =>
      html`<form method="post" action="${address}/rows">
        <input type="hidden" name="transaction_id" value="${row.id}" />
        <button name="do" value="${change}" aria-describedby="row-${row.id}">${label}</button>
      </form> `,
  );
  return html`<tr>
    <td class="day">${row.day}</td>
    <td id="row-${row.id}">${row.name}</td>
    <td class="amount">${row.amount}</td>
    <td>${row.isPending ? html`<b>pending</b>` : 'posted'}</td>
    <td><code>${row.id}</code></td>
    <td class="changes">${buttons}</td>
  </tr>`;
}

/** The rows' forms post to `address`/rows. */
export function rowsTable(
  address: string,
  rows: readonly ShownRow[],
  changes: { pending: Changes; posted: Changes },
): SafeHtml {
  return html`<div class="table" role="region" aria-label="Rows" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Name</th>
          <th scope="col">Amount</th>
          <th scope="col">State</th>
          <th scope="col">Id</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => presentRow(address, row, row.isPending ? changes.pending : changes.posted))}
      </tbody>
    </table>
  </div>`;
}
