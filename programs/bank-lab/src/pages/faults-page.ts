import { html, type SafeHtml } from '@oinkly/test-banks/html';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Lab, MAX_ROWS, type Section, serveForm, serveSection } from './section.ts';

interface Kind {
  label: string;
  fault: object;
}

const plaidError = (error_code: string): Kind => ({
  label: error_code,
  fault: { kind: 'error', error_code },
});
const status = (code: number): Kind => ({
  label: `Status ${code}`,
  fault: { kind: 'status', status: code },
});

const plaidKinds: readonly Kind[] = [
  plaidError('INTERNAL_SERVER_ERROR'),
  plaidError('INSTITUTION_DOWN'),
  plaidError('INSTITUTION_NOT_RESPONDING'),
  plaidError('PLANNED_MAINTENANCE'),
  plaidError('TRANSACTIONS_LIMIT'),
  plaidError('ITEM_LOGIN_REQUIRED'),
  { label: 'The rows change between two pages', fault: { kind: 'mutation' } },
  { label: 'The answer is three seconds late', fault: { kind: 'latency', ms: 3000 } },
  { label: 'No answer at all', fault: { kind: 'hang' } },
  { label: 'The connection breaks', fault: { kind: 'reset' } },
  { label: 'Half of the JSON', fault: { kind: 'truncated' } },
  { label: 'A proxy’s error page', fault: { kind: 'html' } },
];
const simplefinKinds: readonly Kind[] = [
  ...[402, 403, 429, 500, 504].map(status),
  { label: 'A proxy’s error page', fault: { kind: 'html' } },
  { label: 'The answer is three seconds late', fault: { kind: 'hang', delay_ms: 3000 } },
  { label: 'No answer at all', fault: { kind: 'hang' } },
  {
    label: 'A redirect to another host',
    fault: { kind: 'redirect', location: 'https://elsewhere.example/' },
  },
  { label: 'An answer of 50 MB', fault: { kind: 'huge' } },
  { label: 'Half of the JSON', fault: { kind: 'invalid_json' } },
  { label: 'The connection breaks', fault: { kind: 'reset' } },
  { label: 'Accounts without transactions', fault: { kind: 'no_transactions' } },
  { label: 'Version 1 of the protocol', fault: { kind: 'version_1' } },
];

const services = {
  /** `times` is how its control API names the number of times. */
  plaid: { title: 'Plaid', kinds: plaidKinds, times: 'calls', hasAnyCall: true },
  simplefin: { title: 'SimpleFIN', kinds: simplefinKinds, times: 'requests', hasAnyCall: false },
} as const;
type Service = keyof typeof services;

const planned = z.object({
  paths: z.array(z.string()),
  faults: z.array(
    z.object({
      fault_id: z.string(),
      path: z.string().nullable(),
      calls_left: z.number().nullish(),
      requests_left: z.number().nullish(),
      fault: z.looseObject({ kind: z.string() }),
    }),
  ),
});

type Planned = z.infer<typeof planned>;

const options = (list: readonly (readonly [string, string])[]) =>
  list.map(([value, label]) => html`<option value="${value}">${label}</option>`);

const often = [
  ['1', 'Once'],
  ['3', 'Three times'],
  ['10', 'Ten times'],
  ['', 'Until it is cleared'],
] as const;

function form(service: Service, { paths }: Planned): SafeHtml {
  const { title, kinds, hasAnyCall } = services[service];
  const calls = [
    ...(hasAnyCall ? [['', 'any path'] as const] : []),
    ...paths.map((path) => [path, path] as const),
  ];
  const labels = kinds.map(({ label }, index) => [String(index), label] as const);
  return html`<section aria-labelledby="${service}">
    <h2 id="${service}">${title}</h2>
    <form method="post" action="/faults/${service}" class="fields">
      <label
        >The next call of
        <select name="path">
          ${options(calls)}
        </select></label
      >
      <label
        >fails with
        <select name="kind">
          ${options(labels)}
        </select></label
      >
      <label
        >How often
        <select name="times">
          ${options(often)}
        </select></label
      >
      <button class="main">Let it fail</button>
    </form>
  </section>`;
}

function list(service: Service, { faults }: Planned): SafeHtml[] {
  return faults.slice(0, MAX_ROWS / 2).map(({ fault_id, path, fault, ...left }) => {
    const times = left.calls_left ?? left.requests_left ?? null;
    return html`<li>
      <span id="${fault_id}">
        ${services[service].title}, ${path ?? 'any call'}: <code>${JSON.stringify(fault)}</code>,
        ${times === null ? 'until it is cleared' : `${times} more`}
      </span>
      <form method="post" action="/faults/${service}/clear">
        <button name="fault_id" value="${fault_id}" aria-describedby="${fault_id}">Clear</button>
      </form>
    </li>`;
  });
}

export function serveFaultsPage(app: FastifyInstance, lab: Lab): void {
  const section: Section = {
    path: '/faults',
    title: 'Failing calls',
    async draw() {
      const { plaid, simplefin } = lab.controls;
      const atPlaid = planned.parse(await plaid('/faults/list'));
      const atSimplefin = planned.parse(await simplefin('/faults/list'));
      const waiting = [...list('plaid', atPlaid), ...list('simplefin', atSimplefin)];
      return html`${form('plaid', atPlaid)} ${form('simplefin', atSimplefin)}
        <section aria-labelledby="waiting">
          <h2 id="waiting">Waiting for your app</h2>
          ${
            waiting.length === 0
              ? html`<p>No call fails.</p>`
              : html`<ul class="plain">
                  ${waiting}
                </ul>`
          }
        </section>`;
    },
  };
  serveSection(app, lab, section);

  for (const service of ['plaid', 'simplefin'] as const) {
    const { kinds, times } = services[service];
    serveForm(app, lab, section, {
      path: `/faults/${service}`,
      fields: {
        path: z.string('Choose a call.'),
        kind: z.enum(
          kinds.map((_kind, index) => String(index)),
          'Choose how it fails.',
        ),
        times: z.enum(['1', '3', '10', ''], 'Choose how often.'),
      },
      async act({ path, kind, times: count }) {
        await lab.controls[service]('/faults/add', {
          fault: kinds[Number(kind)]?.fault,
          ...(path === '' ? {} : { path }),
          ...(count === '' ? {} : { [times]: Number(count) }),
        });
        return '/faults#waiting';
      },
    });
    serveForm(app, lab, section, {
      path: `/faults/${service}/clear`,
      fields: { fault_id: z.string('Choose what to clear.') },
      async act({ fault_id }) {
        await lab.controls[service]('/faults/clear', { fault_id });
        return '/faults#waiting';
      },
    });
  }
}
