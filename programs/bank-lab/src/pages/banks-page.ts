import { testBankOf } from '@oinkly/test-banks/banks';
import { html, type SafeHtml } from '@oinkly/test-banks/html';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readItems, type ListedItem } from './plaid-items.ts';
import { type Lab, MAX_ROWS, type Section, serveForm, serveSection } from './section.ts';
import { type ListedToken, readTokens } from './simplefin-tokens.ts';

function button(action: string, hidden: Record<string, string>, label: string, about: string): SafeHtml {
  const fields = Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form method="post" action="${action}">
    ${fields}<button aria-describedby="${about}">${label}</button>
  </form> `;
}

function presentConnection(
  { token_id, problems }: ListedToken,
  { conn_id, bank, accounts }: ListedToken['connections'][number],
): SafeHtml {
  const links = accounts.map(
    ({ account_id, name, balance, transaction_count }) =>
      html`<li>
        <a href="/banks/simplefin/${conn_id}/${encodeURIComponent(account_id)}">${name}</a>: ${balance},
        ${transaction_count} rows
      </li>`,
  );
  const own = problems.filter((problem) => problem.conn_id === conn_id);
  const form = { token_id, conn_id };
  return html`<li>
    <h3 id="${conn_id}">${testBankOf(bank).name}</h3>
    ${own.map(({ code, message }) => html`<p class="wrong">${code}: ${message}</p>`)}
    <ul>
      ${links}
    </ul>
    ${button('/banks/simplefin', { do: 'expire', ...form }, 'Let the login expire', conn_id)}
    ${own.length === 0 ? null : button('/banks/simplefin', { do: 'repair', ...form }, 'Repair', conn_id)}
    ${button('/banks/simplefin', { do: 'remove', ...form }, 'Remove the bank', conn_id)}
  </li>`;
}

function presentToken(token: ListedToken): SafeHtml {
  const { token_id, created_at, claimed_at, disabled_at, connections } = token;
  const state = disabled_at !== null ? 'disabled' : claimed_at === null ? 'not used yet' : 'in use';
  return html`<section aria-labelledby="${token_id}">
    <h2 id="${token_id}">SimpleFIN token of ${created_at.slice(0, 10)}, ${state}</h2>
    <ul class="plain">
      ${connections.map((connection) => presentConnection(token, connection))}
    </ul>
    ${disabled_at === null ? button('/banks/simplefin', { do: 'disable', token_id }, 'Disable the token', token_id) : null}
  </section>`;
}

function presentItem({ item_id, institution_name, error, accounts, ...item }: ListedItem): SafeHtml {
  const shown = accounts.map(
    ({ name, mask, balances }) =>
      html`<li>
        ${name} ${mask ?? ''}: ${balances.current === null ? 'no balance' : `$${balances.current.toFixed(2)}`}
      </li>`,
  );
  return html`<section aria-labelledby="${item_id}">
    <h2 id="${item_id}">${institution_name ?? 'A bank'} at Plaid</h2>
    ${error === null ? null : html`<p class="wrong">${error.error_code}</p>`}
    <ul>
      ${shown}
    </ul>
    <p><a href="/banks/plaid/${item_id}">${item.transaction_count} rows, and its login</a></p>
  </section>`;
}

export function serveBanksPage(app: FastifyInstance, lab: Lab): void {
  const { simplefin } = lab.controls;
  const section: Section = {
    path: '/banks',
    title: 'Banks',
    async draw() {
      const items = await readItems(lab.controls);
      const tokens = await readTokens(lab.controls);
      if (items.length + tokens.length === 0) {
        return html`<p>No app is connected yet. <a href="/">Connect yours</a> first.</p>`;
      }
      const shown = [...items.map(presentItem), ...tokens.map(presentToken)];
      const more = shown.length - MAX_ROWS;
      return html`${shown.slice(0, MAX_ROWS)}
      ${more > 0 ? html`<p>${more} older ones are not shown.</p>` : null}`;
    },
  };
  serveSection(app, lab, section);
  serveForm(app, lab, section, {
    path: '/banks/simplefin',
    fields: {
      do: z.enum(['expire', 'repair', 'remove', 'disable'], 'Choose what to do.'),
      token_id: z.string('The token is missing.'),
      conn_id: z.string().optional(),
    },
    async act({ do: wanted, token_id, conn_id }) {
      switch (wanted) {
        case 'expire':
          await simplefin('/problems/add', {
            conn_id,
            code: 'con.auth',
            message: 'Please log in to this bank again',
          });
          break;
        case 'repair': {
          const token = (await readTokens(lab.controls)).find((one) => one.token_id === token_id);
          for (const problem of token?.problems ?? []) {
            if (problem.conn_id !== conn_id) continue;
            await simplefin('/problems/clear', { token_id, problem_id: problem.problem_id });
          }
          break;
        }
        case 'remove':
          await simplefin('/connections/remove', { conn_id });
          break;
        case 'disable':
          await simplefin('/tokens/disable', { token_id });
      }
      return `/banks#${encodeURIComponent(token_id)}`;
    },
  });
}
