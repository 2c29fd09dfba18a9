import { readFileSync } from 'node:fs';
import { html, type SafeHtml } from '@oinkly/test-banks/html';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { LabClock } from '../clock.ts';
import { ControlRefused, type Controls } from '../controls.ts';
import { ScenarioRefused } from '../scenarios/bench.ts';
import type { ScenarioRuns } from '../scenarios/scenario-runs.ts';

/** What the pages show and change. */
export interface Lab {
  publicUrl: string;
  clientId: string;
  secret: string;
  clock: LabClock;
  controls: Controls;
  runs: ScenarioRuns;
}

/** One page. A form that it refuses shows it again, with the problem. */
export interface Section {
  /** A route, perhaps with parameters. */
  path: string;
  title: string;
  /** Throws ControlRefused. */
  draw(request: FastifyRequest): Promise<SafeHtml>;
}

const navigation = [
  ['/', 'Connect'],
  ['/banks', 'Banks'],
  ['/scenarios', 'Scenarios'],
  ['/faults', 'Failing calls'],
  ['/webhooks', 'Webhooks'],
  ['/requests', 'Requests'],
] as const;

const policy =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export const stylesheet = readFileSync(new URL('./browser/lab.css', import.meta.url), 'utf8');

/** No page lists more. */
export const MAX_ROWS = 50;

export function clockSentence(clock: LabClock): string {
  const days = clock.offsetDays();
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`;
  const where = days === 0 ? 'as in reality' : `${count} ${days > 0 ? 'ahead of' : 'behind'} reality`;
  return `The banks’ day is ${clock.today()}, ${where}.`;
}

function draw(section: Section, lab: Lab, content: SafeHtml, problem: string | null): string {
  const links = navigation.map(([path, name]) => {
    const isCurrent = section.path === path || (path !== '/' && section.path.startsWith(`${path}/`));
    return html`<li><a href="${path}" ${isCurrent ? html`aria-current="page"` : null}>${name}</a></li>`;
  });
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${section.title} - Bank lab</title>
        <link rel="stylesheet" href="/lab.css" />
      </head>
      <body>
        <header>
          <nav aria-label="Bank lab">
            <ul>
              ${links}
            </ul>
          </nav>
          <p class="clock">${clockSentence(lab.clock)}</p>
        </header>
        <main>
          <h1>${section.title}</h1>
          ${problem === null ? null : html`<p class="problem" role="alert">${problem}</p>`} ${content}
        </main>
      </body>
    </html> `.markup;
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { lab, section, problem }: { lab: Lab; section: Section; problem: string | null },
): Promise<FastifyReply> {
  let content: SafeHtml;
  let shown = problem;
  try {
    content = await section.draw(request);
  } catch (error) {
    if (!(error instanceof ControlRefused)) throw error;
    content = html``;
    shown ??= error.message;
  }
  return reply
    .code(shown === null ? 200 : 400)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': policy,
      // Without it, browsers send forms without their origin.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
    .send(draw(section, lab, content, shown));
}

export function serveSection(app: FastifyInstance, lab: Lab, section: Section): void {
  app.get(section.path, async (request, reply) => send(request, reply, { lab, section, problem: null }));
}

/** Whether the message is for the user. */
export function isRefusal(error: unknown): error is Error {
  return error instanceof ControlRefused || error instanceof ScenarioRefused || error instanceof RangeError;
}

interface Form<Shape extends z.ZodRawShape> {
  path: string;
  fields: Shape;
  /** Returns the page to show then. Throws ControlRefused, ScenarioRefused, or RangeError with a sentence. */
  act: (form: z.infer<z.ZodObject<Shape>>, request: FastifyRequest) => Promise<string>;
  /** What a script gets that sends JSON, in place of that page. */
  answer?: () => object;
}

const isJson = ({ headers }: FastifyRequest) =>
  headers['content-type']?.startsWith('application/json') === true;

/** Shows `section` again with what is wrong, or leads to the page that `act` names. Answers JSON with JSON. */
export function serveForm<Shape extends z.ZodRawShape>(
  app: FastifyInstance,
  lab: Lab,
  section: Section,
  { path, fields, act, answer = () => ({}) }: Form<Shape>,
): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply, problem: string) =>
    isJson(request)
      ? reply.code(400).send({ error: problem })
      : send(request, reply, { lab, section, problem });
  app.post(path, async (request, reply) => {
    const form = z.object(fields).safeParse(request.body ?? {});
    if (!form.success) {
      return refuse(request, reply, form.error.issues[0]?.message ?? 'Something is missing.');
    }
    try {
      const next = await act(form.data, request);
      return await (isJson(request) ? reply.send(answer()) : reply.redirect(next, 303));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return refuse(request, reply, error.message);
    }
  });
}

/** The parameters of a route. Throws for one that the route lacks, which is a bug. */
export function parametersOf<Name extends string>(
  request: FastifyRequest,
  ...names: Name[]
): Record<Name, string> {
  const given = z.record(z.string(), z.string()).parse(request.params);
  return z
    .record(z.enum(names), z.string())
    .parse(Object.fromEntries(names.map((name) => [name, given[name]])));
}
