import { html, type SafeHtml } from '@oinkly/test-banks/html';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readItems } from './plaid-items.ts';
import { type Lab, MAX_ROWS, type Section, serveForm, serveSection } from './section.ts';

const codes = [
  'SYNC_UPDATES_AVAILABLE',
  'DEFAULT_UPDATE',
  'ERROR',
  'LOGIN_REPAIRED',
  'PENDING_DISCONNECT',
  'NEW_ACCOUNTS_AVAILABLE',
  'USER_PERMISSION_REVOKED',
  'USER_ACCOUNT_REVOKED',
] as const;

const webhookList = z.object({
  webhooks: z.array(
    z.object({
      webhook_id: z.string(),
      item_id: z.string().nullable(),
      webhook_type: z.string(),
      webhook_code: z.string(),
      url: z.string(),
      state: z.string(),
      attempts: z.array(
        z.object({ at: z.string(), status: z.number().nullable(), error: z.string().nullable() }),
      ),
      next_attempt_at: z.string().nullable(),
    }),
  ),
});
type ListedWebhook = z.infer<typeof webhookList>['webhooks'][number];

const states = new Map([
  ['delivered', 'delivered'],
  ['given_up', 'given up'],
  ['waiting', 'waiting'],
]);

const timeOf = (instant: string) => `${instant.slice(0, 19).replace('T', ' ')} UTC`;

function present({ webhook_id: id, attempts, ...webhook }: ListedWebhook): SafeHtml {
  const tries = attempts.map(
    ({ at, status, error }) =>
      html`<br />${timeOf(at)}: ${status === null ? (error ?? 'no answer') : `status ${status}`}`,
  );
  const { next_attempt_at: next } = webhook;
  return html`<li>
    <p id="webhook-${id}">
      <b>${webhook.webhook_type} ${webhook.webhook_code}</b> to <code>${webhook.url}</code>,
      ${states.get(webhook.state) ?? webhook.state} ${tries}
      ${next === null ? null : html`<br />Next attempt: ${timeOf(next)}`}
    </p>
    <form method="post" action="/webhooks/replay">
      <button name="webhook_id" value="${id}" aria-describedby="webhook-${id}">Send again</button>
    </form>
  </li>`;
}

async function fireForm({ controls }: Lab): Promise<SafeHtml> {
  const items = (await readItems(controls)).filter(({ webhook }) => webhook !== null).slice(0, MAX_ROWS);
  if (items.length === 0) {
    return html`<p>No item has a webhook address. Give Plaid one when your app opens Link.</p>`;
  }
  return html`<form method="post" action="/webhooks/fire" class="fields">
    <label
      >Item
      <select name="item_id">
        ${items.map((one) => html`<option value="${one.item_id}">${one.institution_name ?? 'A bank'}, ${one.item_id}</option>`)}
      </select>
    </label>
    <label
      >Webhook
      <select name="webhook_code">
        ${codes.map((code) => html`<option>${code}</option>`)}
      </select>
    </label>
    <button class="main">Send</button>
  </form>`;
}

export function serveWebhooksPage(app: FastifyInstance, lab: Lab): void {
  const { plaid } = lab.controls;
  const section: Section = {
    path: '/webhooks',
    title: 'Webhooks',
    async draw() {
      const { webhooks } = webhookList.parse(await plaid('/webhooks/list'));
      return html`<section aria-labelledby="fire">
          <h2 id="fire">Send one by hand</h2>
          ${await fireForm(lab)}
        </section>
        <section aria-labelledby="latest">
          <h2 id="latest">Latest</h2>
          <p><a href="/webhooks">Refresh</a></p>
          ${
            webhooks.length === 0
              ? html`<p>None was sent yet.</p>`
              : html`<ul class="plain">
                  ${webhooks.slice(0, MAX_ROWS).map(present)}
                </ul>`
          }
        </section>`;
    },
  };
  serveSection(app, lab, section);
  serveForm(app, lab, section, {
    path: '/webhooks/replay',
    fields: { webhook_id: z.string('Choose a webhook.') },
    async act({ webhook_id }) {
      await plaid('/webhooks/replay', { webhook_id });
      return '/webhooks#latest';
    },
  });
  serveForm(app, lab, section, {
    path: '/webhooks/fire',
    fields: {
      item_id: z.string('Choose an item.'),
      webhook_code: z.enum(codes, 'Choose a webhook.'),
    },
    async act({ item_id, webhook_code }) {
      // Otherwise this code is one of another product.
      const type = webhook_code === 'ERROR' ? { webhook_type: 'ITEM' } : {};
      await plaid('/webhooks/fire', { item_id, webhook_code, ...type });
      return '/webhooks#latest';
    },
  });
}
