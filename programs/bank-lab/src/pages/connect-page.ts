import { testBankOf, testBanks } from '@oinkly/test-banks/banks';
import { html, type SafeHtml } from '@oinkly/test-banks/html';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { firstOfNextMonth } from '../clock.ts';
import { day } from './fields.ts';
import { clockSentence, type Lab, type Section, serveForm, serveSection } from './section.ts';
import { readTokens } from './simplefin-tokens.ts';

/** Tokens that the page shows until they are used. */
const SHOWN_TOKENS = 5;

const moves = { day: 1, week: 7 } as const;

function settings({ publicUrl, clientId, secret }: Lab): SafeHtml {
  const rows = [
    ['Plaid: base URL', `${publicUrl}/plaid`],
    ['Plaid: client id', clientId],
    ['Plaid: secret', secret],
    ['Plaid: script of Link', `${publicUrl}/plaid/link/v2/stable/link-initialize.js`],
    ['SimpleFIN: server', `${publicUrl}/simplefin`],
    ['SimpleFIN: page for setup tokens', `${publicUrl}/simplefin/create`],
    ['Control API of Plaid, with client id and secret', `${publicUrl}/plaid/control`],
    ['Control API of SimpleFIN, with the secret as bearer token', `${publicUrl}/simplefin/control`],
  ];
  return html`<section aria-labelledby="settings">
    <h2 id="settings">Settings for your app</h2>
    <dl>
      ${rows.map(
        ([term = '', value = '']) =>
          html`<dt>${term}</dt>
            <dd><code>${value}</code></dd>`,
      )}
    </dl>
    <p class="soft">In Link, the login is <code>user_good</code> with the password <code>pass_good</code>.</p>
  </section>`;
}

async function setupTokens({ controls }: Lab): Promise<SafeHtml> {
  const unused = (await readTokens(controls)).filter((token) => token.claimed_at === null);
  const shown = unused.filter((token) => token.disabled_at === null).slice(0, SHOWN_TOKENS);
  const choices = testBanks.map(
    ({ key, name }, index) =>
      html`<label class="check"
        ><input type="checkbox" name="bank" value="${key}" ${index < 2 ? html`checked` : null} />
        ${name}</label
      >`,
  );
  return html`<section aria-labelledby="tokens">
    <h2 id="tokens">SimpleFIN setup token</h2>
    <form method="post" action="/setup-tokens" class="fields">
      <div class="choices">${choices}</div>
      <button class="main">Make a setup token</button>
    </form>
    <ul class="plain">
      ${shown.map(
        ({ setup_token, connections }) =>
          html`<li>
            ${connections.map(({ bank }) => testBankOf(bank).name).join(', ')}
            <code class="token">${setup_token}</code>
          </li>`,
      )}
    </ul>
  </section>`;
}

function clockForms({ clock }: Lab): SafeHtml {
  const button = (move: string, label: string) =>
    html`<form method="post" action="/clock"><button name="move" value="${move}">${label}</button></form> `;
  return html`<section aria-labelledby="clock">
    <h2 id="clock">The banks’ clock</h2>
    <p>${clockSentence(clock)} Going back, banks report nothing new until the day is reached again.</p>
    ${button('day', '+1 day')} ${button('week', '+1 week')}
    ${button('month', `To ${firstOfNextMonth(clock.today())}`)} ${button('now', 'Back to now')}
    <form method="post" action="/clock" class="fields">
      <input type="hidden" name="move" value="to" />
      <label>Day <input type="date" name="day" value="${clock.today()}" required /></label>
      <button>Go to this day</button>
    </form>
  </section>`;
}

export function serveConnectPage(app: FastifyInstance, lab: Lab): void {
  const { clock, controls } = lab;
  const section: Section = {
    path: '/',
    title: 'Connect your app',
    draw: async () => html`${settings(lab)} ${await setupTokens(lab)} ${clockForms(lab)}`,
  };
  serveSection(app, lab, section);

  const bank = z.enum(testBanks.map(({ key }) => key));
  serveForm(app, lab, section, {
    path: '/setup-tokens',
    fields: {
      bank: z.union([bank.transform((one) => [one]), z.array(bank).min(1)], 'Choose at least one bank.'),
    },
    act: async (form) => {
      await controls.simplefin('/tokens/create', { banks: [...new Set(form.bank)] });
      return '/#tokens';
    },
  });

  serveForm(app, lab, section, {
    path: '/clock',
    fields: {
      move: z.enum(['day', 'week', 'month', 'now', 'to'], 'Choose how to move the clock.'),
      day: day.optional(),
    },
    act: async ({ move, day: wanted }) => {
      switch (move) {
        case 'day':
        case 'week':
          clock.moveBy(moves[move]);
          break;
        case 'month':
          clock.moveTo(firstOfNextMonth(clock.today()));
          break;
        case 'now':
          clock.moveBy(-clock.offsetDays());
          break;
        case 'to':
          if (wanted === undefined) throw new RangeError('Choose a day.');
          clock.moveTo(wanted);
      }
      return '/#clock';
    },
    answer: () => ({ day: clock.today(), days_ahead: clock.offsetDays() }),
  });
}
