import { html, type SafeHtml } from '@oinkly/test-banks/html';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { scenarios } from '../scenarios/all-scenarios.ts';
import { type Scenario, type Service, servicesOf } from '../scenarios/scenario.ts';
import { isRefusal, type Lab, parametersOf, type Section, serveForm, serveSection } from './section.ts';

const serviceNames: Readonly<Record<Service, string>> = { plaid: 'Plaid', simplefin: 'SimpleFIN' };

async function verdictOf({ runs }: Lab, id: string, service: Service): Promise<SafeHtml | null> {
  const verdict = await runs.verdictOf(id, service);
  if (verdict === null) return null;
  const { isRight, said } = verdict;
  return html`<p class="${isRight === null ? 'soft' : isRight ? 'right' : 'wrong'}">${said}</p>`;
}

function startOver(id: string, service: Service): SafeHtml {
  return html`<form method="post" action="/scenarios/${id}/start-over">
    <button name="service" value="${service}" aria-describedby="${id}">Start over</button>
  </form>`;
}

async function runAt(lab: Lab, scenario: Scenario, service: Service): Promise<SafeHtml> {
  const { id, steps } = scenario;
  const state = lab.runs.stateOf(id, service);
  const isUnderWay = state !== null && state.last.next !== null;
  const first = steps[service]?.[0]?.title ?? '';
  const { setup_token: setupToken, public_token: publicToken, done } = state?.last ?? {};
  return html`<h3>${serviceNames[service]}</h3>
    ${done === undefined ? null : html`<p>Done: ${done}.</p>`}
    ${setupToken === undefined ? null : html`<p>Paste this setup token into your app: <code class="token">${setupToken}</code></p>`}
    ${publicToken === undefined ? null : html`<p>Give this public token to your app’s exchange: <code class="token">${publicToken}</code></p>`}
    ${state === null ? null : await verdictOf(lab, id, service)}
    <form method="post" action="/scenarios/${id}">
      <input type="hidden" name="service" value="${service}" />
      <input type="hidden" name="steps_done" value="${isUnderWay ? state.stepsDone : 0}" />
      <button aria-describedby="${id}">
        ${isUnderWay ? `Next: ${state.last.next ?? ''}` : `${state === null ? 'Start' : 'Again'}: ${first}`}
      </button>
    </form>
    ${isUnderWay ? startOver(id, service) : null}`;
}

/** Text between backquotes is code. */
const withCode = (text: string): SafeHtml[] =>
  text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));

async function present(lab: Lab, scenario: Scenario): Promise<SafeHtml> {
  const { id, title, bankDoes, rightAppDoes } = scenario;
  const parts: SafeHtml[] = [];
  for (const service of servicesOf(scenario)) parts.push(await runAt(lab, scenario, service));
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <p>${withCode(bankDoes)}</p>
    <p><b>A right app:</b> ${withCode(rightAppDoes)}</p>
    ${parts}
  </section>`;
}

const service = z.enum(['plaid', 'simplefin'], 'Choose plaid or simplefin.');

export function serveScenariosPage(app: FastifyInstance, lab: Lab): void {
  const section: Section = {
    path: '/scenarios',
    title: 'Scenarios',
    async draw() {
      const drawn: SafeHtml[] = [];
      for (const scenario of scenarios) drawn.push(await present(lab, scenario));
      return html`<p>
          Each has happened to real apps. Start one, let your app sync, and look whether it is right. It acts
          on the bank that you linked last.
        </p>
        ${drawn}`;
    },
  };
  serveSection(app, lab, section);
  serveForm(app, lab, section, {
    path: '/scenarios/:id',
    fields: { service, steps_done: z.coerce.number().int() },
    act: async (form, request) => {
      const { id } = parametersOf(request, 'id');
      await lab.runs.next(id, { service: form.service, stepsDone: form.steps_done });
      return `/scenarios#${id}`;
    },
  });
  serveForm(app, lab, section, {
    path: '/scenarios/:id/start-over',
    fields: { service },
    act: async (form, request) => {
      const { id } = parametersOf(request, 'id');
      await lab.runs.startOver(id, form.service);
      return `/scenarios#${encodeURIComponent(id)}`;
    },
  });
}

const nextBody = z.strictObject({ service: service.optional(), steps_done: z.number().int().optional() });

/** The same for scripts, as JSON. */
export function serveScenarioApi(app: FastifyInstance, { runs }: Lab): void {
  app.post('/scenarios/:id/next', async (request, reply) => {
    const body = nextBody.safeParse(request.body ?? {});
    if (!body.success) return reply.code(400).send({ error: z.prettifyError(body.error) });
    const { service: wanted, steps_done: stepsDone } = body.data;
    try {
      const report = await runs.next(parametersOf(request, 'id').id, { service: wanted, stepsDone });
      return { ...report, verdict: await runs.verdictOf(report.scenario, report.service) };
    } catch (error) {
      if (isRefusal(error)) return reply.code(400).send({ error: error.message });
      throw error;
    }
  });
}
