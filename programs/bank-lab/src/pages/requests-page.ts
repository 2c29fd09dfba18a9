import { testBankOf } from '@oinkly/test-banks/banks';
import { html, type SafeHtml } from '@oinkly/test-banks/html';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Lab, type Section, serveForm, serveSection } from './section.ts';
import { type ListedToken, readTokens } from './simplefin-tokens.ts';

/** Both are at most `MAX_ROWS` together. */
const SHOWN_TOKENS = 5;
const SHOWN_REQUESTS = 10;

const requestList = z.object({
  used_today: z.object({ all_accounts: z.number(), per_account: z.number() }),
  quota: z.object({ expected: z.number(), refused_from: z.number(), disabled_from: z.number() }),
  requests: z.array(z.object({ at: z.string(), query: z.string() })),
});
const callCounts = z.object({ calls: z.record(z.string(), z.number()) });
const limits = z.object({ enforced: z.boolean() });

/** Start and end dates as days, which a reader can check. */
function readable(query: string): string {
  return query.replace(/(?<=(?:start|end)-date=)(\d{1,12})/g, (seconds) =>
    new Date(Number(seconds) * 1000).toISOString().slice(0, 16),
  );
}

async function presentToken(lab: Lab, { token_id, connections }: ListedToken): Promise<SafeHtml> {
  const answer = await lab.controls.simplefin('/requests/list', { token_id });
  const { used_today: used, quota, requests } = requestList.parse(answer);
  const latest = requests.slice(-SHOWN_REQUESTS).toReversed();
  return html`<li>
    <h3 id="${token_id}">${connections.map(({ bank }) => testBankOf(bank).name).join(', ')}</h3>
    <p class="${used.all_accounts > quota.expected ? 'wrong' : 'soft'}">
      ${used.all_accounts} of ${quota.expected} requests for all accounts in a day, and ${used.per_account} of
      ${quota.expected} for single ones. Beyond that it warns, from the ${quota.refused_from}th it refuses,
      and the ${quota.disabled_from}th disables the token.
    </p>
    <ul class="plain">
      ${latest.map(({ at, query }) => html`<li>${at.slice(0, 16).replace('T', ' ')}: <code>${readable(query)}</code></li>`)}
    </ul>
    <form method="post" action="/requests/clear">
      <button name="token_id" value="${token_id}" aria-describedby="${token_id}">Start counting again</button>
    </form>
  </li>`;
}

export function serveRequestsPage(app: FastifyInstance, lab: Lab): void {
  const { plaid, simplefin } = lab.controls;
  const section: Section = {
    path: '/requests',
    title: 'Requests',
    async draw() {
      const { calls } = callCounts.parse(await plaid('/calls/count'));
      const inUse = (await readTokens(lab.controls)).filter(({ claimed_at }) => claimed_at !== null);
      const tokens: SafeHtml[] = [];
      for (const token of inUse.slice(0, SHOWN_TOKENS)) tokens.push(await presentToken(lab, token));
      const { enforced: isEnforced } = limits.parse(await plaid('/limits/list'));
      const counts = Object.entries(calls).map(
        ([path, count]) => html`<li><code>${path}</code>: ${count}</li>`,
      );
      return html`<p><a href="/requests">Refresh</a></p>
        <section aria-labelledby="simplefin">
          <h2 id="simplefin">SimpleFIN</h2>
          ${
            tokens.length === 0
              ? html`<p>No token is in use.</p>`
              : html`<ul class="plain">
                  ${tokens}
                </ul>`
          }
        </section>
        <section aria-labelledby="plaid">
          <h2 id="plaid">Plaid</h2>
          ${
            counts.length === 0
              ? html`<p>No call yet.</p>`
              : html`<ul>
                  ${counts}
                </ul>`
          }
          <form method="post" action="/requests/clear"><button>Start counting again</button></form>
          <p>Plaid’s limits per minute are ${isEnforced ? 'on' : 'off'}.</p>
          <form method="post" action="/requests/limits">
            <button name="enforced" value="${isEnforced ? 'no' : 'yes'}">
              Turn them ${isEnforced ? 'off' : 'on'}
            </button>
          </form>
        </section>`;
    },
  };
  serveSection(app, lab, section);
  serveForm(app, lab, section, {
    path: '/requests/clear',
    fields: { token_id: z.string().optional() },
    async act({ token_id }) {
      if (token_id === undefined) await plaid('/calls/clear');
      else await simplefin('/requests/clear', { token_id });
      return '/requests';
    },
  });
  serveForm(app, lab, section, {
    path: '/requests/limits',
    fields: { enforced: z.enum(['yes', 'no'], 'Choose whether they are on.') },
    async act({ enforced }) {
      await plaid('/limits/set', { enforced: enforced === 'yes' });
      return '/requests#plaid';
    },
  });
}
