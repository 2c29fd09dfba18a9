import { PRODUCT_NAME } from '@oinkly/contract/product';
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Registry } from 'prom-client';
import type { DatabasePool } from '../db/database.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { isNamedHere } from './host-header.ts';
import { mailAttempts, messageTries, pushAttempts, syncOutcomes } from './outcomes.ts';

interface Watched {
  server: FastifyInstance;
  db: DatabasePool;
  queue: Pick<JobQueue, 'countJobs' | 'countParkedJobs'>;
}

export interface MetricsListener {
  /** With the port that was given, or a free one for 0. */
  origin: string;
  close(): Promise<void>;
}

const PREFIX = PRODUCT_NAME.toLowerCase();
const DURATION_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Every process counts the same jobs. */
const JOB_COUNT_AGE_MS = 10_000;

/**
 * Serves metrics in Prometheus' format at `/metrics` of their own address, so that they can stay private. No label names a user. Call it
 * before the app's routes are mounted.
 */
export async function startMetricsListener(
  watched: Watched,
  { host, port }: { host: string; port: number },
): Promise<MetricsListener> {
  const { registry, stop } = await registerMetrics(watched);
  const listener = createServer((request, response) => {
    if (!isNamedHere(request.headers.host, host)) {
      response.writeHead(421).end();
      return;
    }
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        watched.server.log.warn({ err: error }, 'metrics could not be collected');
        response.writeHead(500).end();
      },
    );
  });
  listener.listen(port, host);
  await once(listener, 'listening');
  const address = listener.address();
  const openPort = typeof address === 'object' && address ? address.port : port;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${openPort}`,
    close: async () => {
      stop();
      listener.closeAllConnections();
      listener.close();
      await once(listener, 'close');
    },
  };
}

async function registerMetrics({
  server,
  db,
  queue,
}: Watched): Promise<{ registry: Registry; stop: () => void }> {
  // Most servers never load it.
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const durations = new Histogram({
    name: `${PREFIX}_http_request_duration_seconds`,
    help: 'Answered requests by route of the API and status.',
    labelNames: ['route', 'status'],
    buckets: DURATION_BUCKETS_S,
    registers,
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.config.routeName ?? 'other';
    durations.observe({ route, status: `${Math.floor(reply.statusCode / 100)}xx` }, reply.elapsedTime / 1000);
    done();
  });

  new Gauge({
    name: `${PREFIX}_database_connections`,
    help: 'Connections of the pool by state, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = db.$client;
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });

  const oldestJobs = new Gauge({
    name: `${PREFIX}_oldest_due_job_seconds`,
    help: 'How long the oldest waiting job has been due, by queue.',
    labelNames: ['queue'],
    registers,
  });
  let counted = { at: -Infinity, jobs: Promise.resolve<Awaited<ReturnType<JobQueue['countJobs']>>>([]) };
  new Gauge({
    name: `${PREFIX}_jobs`,
    help: 'Unfinished jobs of all processes by queue and state.',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      const now = performance.now();
      if (now - counted.at > JOB_COUNT_AGE_MS) counted = { at: now, jobs: queue.countJobs() };
      const jobs = await counted.jobs;
      this.reset();
      oldestJobs.reset();
      for (const { name, waiting, running, retrying, oldestDueSeconds } of jobs) {
        this.set({ queue: name, state: 'waiting' }, waiting);
        this.set({ queue: name, state: 'running' }, running);
        this.set({ queue: name, state: 'retrying' }, retrying);
        oldestJobs.set({ queue: name }, oldestDueSeconds);
      }
    },
  });

  new Gauge({
    name: `${PREFIX}_parked_jobs`,
    help: 'Jobs that did not end twice in a row, by queue.',
    labelNames: ['queue'],
    registers,
    async collect() {
      this.reset();
      for (const { queue: name, jobs } of await queue.countParkedJobs()) this.set({ queue: name }, jobs);
    },
  });

  const syncs = new Counter({
    name: `${PREFIX}_bank_syncs_total`,
    help: 'Ended syncs by provider and outcome: ok, or the code of the error.',
    labelNames: ['provider', 'outcome'],
    registers,
  });
  const pushes = new Counter({
    name: `${PREFIX}_push_messages_total`,
    help: 'Notifications that were sent to push services, by their answer.',
    labelNames: ['outcome'],
    registers,
  });
  const messages = new Counter({
    name: `${PREFIX}_messages_total`,
    help: 'Messages that were sent to webhooks and ntfy, by outcome: taken, or why not.',
    labelNames: ['outcome'],
    registers,
  });
  const mails = new Counter({
    name: `${PREFIX}_mails_total`,
    help: 'Mails that were handed to the mail server, by kind and its answer.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const stops = [
    syncOutcomes.follow(({ provider, outcome }) => syncs.inc({ provider, outcome })),
    pushAttempts.follow(({ outcome }) => pushes.inc({ outcome })),
    messageTries.follow(({ outcome }) => messages.inc({ outcome })),
    mailAttempts.follow(({ kind, outcome }) => mails.inc({ kind, outcome })),
  ];
  return { registry, stop: () => stops.forEach((stop) => stop()) };
}
