import { html } from '@oinkly/test-banks/html';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { amount, checkbox, name } from './fields.ts';
import { rowsTable, SHOWN_ROWS } from './rows-table.ts';
import { type Lab, parametersOf, type Section, serveForm, serveSection } from './section.ts';

const rowList = z.object({
  transactions: z.array(
    z.object({
      transaction_id: z.string(),
      pending: z.boolean(),
      posted: z.number(),
      transacted_at: z.number().nullable(),
      fields: z.looseObject({ amount: z.unknown(), description: z.unknown() }),
    }),
  ),
});
type ListedRow = z.infer<typeof rowList>['transactions'][number];

const changes = {
  pending: { post: 'Post', remove: 'Remove' },
  posted: { refund: 'Refund', remove: 'Remove', hide: 'Leave out once' },
};

const accountOf = (request: FastifyRequest) => {
  const { connId, accountId } = parametersOf(request, 'connId', 'accountId');
  return { conn_id: connId, account_id: accountId };
};
const addressOf = ({ conn_id, account_id }: ReturnType<typeof accountOf>) =>
  `/banks/simplefin/${encodeURIComponent(conn_id)}/${encodeURIComponent(account_id)}`;

const dayOf = (seconds: number | null) =>
  seconds === null || seconds === 0 ? 'no day' : new Date(seconds * 1000).toISOString().slice(0, 10);

/** Pending rows first, then the newest. */
async function readRows({ controls }: Lab, request: FastifyRequest): Promise<ListedRow[]> {
  const listed = await controls.simplefin('/transactions/list', accountOf(request));
  return rowList.parse(listed).transactions.toSorted((a, b) => {
    if (a.pending !== b.pending) return a.pending ? -1 : 1;
    return b.posted - a.posted;
  });
}

/** An account at SimpleFIN with its rows. */
export function serveAccountPage(app: FastifyInstance, lab: Lab): void {
  const { simplefin } = lab.controls;
  const path = '/banks/simplefin/:connId/:accountId';
  const change = async (request: FastifyRequest, wanted: object[]) => {
    const account = accountOf(request);
    await simplefin('/transactions/change', { ...account, changes: wanted });
    return addressOf(account);
  };

  const section: Section = {
    path,
    title: 'Rows of an account',
    async draw(request) {
      const rows = await readRows(lab, request);
      const address = addressOf(accountOf(request));
      const shown = rows.slice(0, SHOWN_ROWS).map((row) => ({
        id: row.transaction_id,
        day: dayOf(row.pending ? row.transacted_at : row.posted),
        name: String(row.fields.description),
        amount: String(row.fields.amount),
        isPending: row.pending,
      }));
      return html`<section aria-labelledby="add">
          <h2 id="add">Add a purchase of today</h2>
          <form method="post" action="${address}/purchases" class="fields">
            <label>Name <input name="name" required maxlength="100" /></label>
            <label>Amount in dollars <input name="amount" inputmode="decimal" required /></label>
            <label class="check"><input type="checkbox" name="pending" /> pending</label>
            <button class="main">Add</button>
          </form>
        </section>
        <section aria-labelledby="rows">
          <h2 id="rows">Last rows</h2>
          <p>The bank has ${rows.length} rows. <a href="${address}">Refresh</a></p>
          ${rowsTable(address, shown, changes)}
        </section>`;
    },
  };
  serveSection(app, lab, section);

  serveForm(app, lab, section, {
    path: `${path}/purchases`,
    fields: { name, amount, pending: checkbox },
    act: (form, request) =>
      change(request, [
        { op: 'add', description: form.name, amount: `-${form.amount}`, pending: form.pending === 'on' },
      ]),
  });
  serveForm(app, lab, section, {
    path: `${path}/rows`,
    fields: {
      do: z.enum(['post', 'remove', 'refund', 'hide'], 'Choose what to do.'),
      transaction_id: z.string('Choose a row.'),
    },
    async act({ do: wanted, transaction_id }, request) {
      if (wanted !== 'refund') return change(request, [{ op: wanted, transaction_id }]);
      const row = (await readRows(lab, request)).find((one) => one.transaction_id === transaction_id);
      const given = row === undefined ? '' : String(row.fields.amount);
      if (!given.startsWith('-')) throw new RangeError('Only a purchase can be refunded.');
      return change(request, [
        { op: 'add', description: `REFUND ${String(row?.fields.description)}`, amount: given.slice(1) },
      ]);
    },
  });
}
