import { html } from '@oinkly/test-banks/html';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { amount, checkbox, name } from './fields.ts';
import { readItem } from './plaid-items.ts';
import { rowsTable, SHOWN_ROWS } from './rows-table.ts';
import { type Lab, parametersOf, type Section, serveForm, serveSection } from './section.ts';

const rowList = z.object({
  transactions: z.array(
    z.looseObject({
      transaction_id: z.string(),
      pending: z.boolean(),
      date: z.unknown(),
      name: z.unknown(),
      amount: z.unknown(),
    }),
  ),
});

const changes = {
  pending: { post: 'Post', remove: 'Remove' },
  posted: { refund: 'Refund', remove: 'Remove' },
};

/** What a bank does to a login, with the error that its item then has. */
const logins = {
  expire: { label: 'Let the login expire', error: 'ITEM_LOGIN_REQUIRED' },
  revoke: { label: 'Revoke the permission', error: 'USER_PERMISSION_REVOKED' },
  repair: { label: 'Repair the login', error: null },
} as const;

const itemIdOf = (request: FastifyRequest) => parametersOf(request, 'itemId').itemId;
const addressOf = (request: FastifyRequest) => `/banks/plaid/${encodeURIComponent(itemIdOf(request))}`;

/** An item at Plaid with its rows. */
export function serveItemPage(app: FastifyInstance, lab: Lab): void {
  const { plaid } = lab.controls;
  const path = '/banks/plaid/:itemId';
  const change = async (request: FastifyRequest, wanted: object) => {
    await plaid('/transactions/change', { item_id: itemIdOf(request), changes: [wanted] });
    return addressOf(request);
  };

  const section: Section = {
    path,
    title: 'A bank at Plaid',
    async draw(request) {
      const item = await readItem(lab.controls, itemIdOf(request));
      const { item_id, error, accounts } = item;
      const listed = rowList.parse(await plaid('/transactions/list', { item_id, count: SHOWN_ROWS }));
      const rows = listed.transactions.map((row) => ({
        id: row.transaction_id,
        day: String(row.date),
        name: String(row.name),
        amount: String(row.amount),
        isPending: row.pending,
      }));
      const address = addressOf(request);
      const options = accounts.map(
        ({ account_id, ...account }) =>
          html`<option value="${account_id}">${account.name} ${account.mask ?? ''}</option>`,
      );
      const buttons = Object.entries(logins).map(
        ([wanted, { label }]) =>
          html`<form method="post" action="${address}/login">
            <button name="do" value="${wanted}">${label}</button>
          </form> `,
      );
      return html`<p>
          ${item.institution_name ?? 'A bank'}, item <code>${item_id}</code>. Webhooks go to
          ${item.webhook ?? 'no address'}.
        </p>
        <section aria-labelledby="add">
          <h2 id="add">Add a purchase of today</h2>
          <form method="post" action="${address}/purchases" class="fields">
            <label>Name <input name="name" required maxlength="100" /></label>
            <label>Amount in dollars <input name="amount" inputmode="decimal" required /></label>
            <label
              >Account
              <select name="account_id">
                ${options}
              </select></label
            >
            <label class="check"><input type="checkbox" name="pending" /> pending</label>
            <button class="main">Add</button>
          </form>
        </section>
        <section aria-labelledby="rows">
          <h2 id="rows">Last rows</h2>
          <p>The bank has ${item.transaction_count} rows. <a href="${address}">Refresh</a></p>
          ${rowsTable(address, rows, changes)}
        </section>
        <section aria-labelledby="login">
          <h2 id="login">Login</h2>
          <p>
            ${error === null ? 'The login works.' : html`The bank answers with <b class="wrong">${error.error_code}</b>.`}
          </p>
          ${buttons}
          <form method="post" action="${address}/remove"><button>Remove the bank</button></form>
        </section>`;
    },
  };
  serveSection(app, lab, section);

  serveForm(app, lab, section, {
    path: `${path}/purchases`,
    fields: { name, amount, account_id: z.string('Choose an account.'), pending: checkbox },
    act: (form, request) =>
      change(request, {
        op: 'add',
        name: form.name,
        amount: Number(form.amount),
        account_id: form.account_id,
        pending: form.pending === 'on',
      }),
  });
  serveForm(app, lab, section, {
    path: `${path}/rows`,
    fields: {
      do: z.enum(['post', 'refund', 'remove'], 'Choose what to do.'),
      transaction_id: z.string('Choose a row.'),
    },
    act: ({ do: op, transaction_id }, request) => change(request, { op, transaction_id }),
  });
  serveForm(app, lab, section, {
    path: `${path}/login`,
    fields: { do: z.enum(['expire', 'revoke', 'repair'], 'Choose what to do.') },
    async act({ do: wanted }, request) {
      await plaid('/item/set_error', { item_id: itemIdOf(request), error_code: logins[wanted].error });
      return addressOf(request);
    },
  });
  serveForm(app, lab, section, {
    path: `${path}/remove`,
    fields: {},
    async act(_form, request) {
      await plaid('/item/remove', { item_id: itemIdOf(request) });
      return '/banks';
    },
  });
}
