import fastifyStatic from '@fastify/static';
import { RUNTIME_CONFIG_PLACEHOLDER, type RuntimeConfig } from '@oinkly/contract/runtime-config';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../app-error.ts';
import { sendError } from './error-answers.ts';

/** Paths that belong to programs beside the app: an unknown one there is a 404, never the page. */
const NOT_PAGES = /^\/(api|idp|plaid-emulator|assets)(\/|$|\?)/;

/** The page as a service worker keeps it. */
const KEPT_PAGE = '/index.html';

export interface SiteOptions {
  webDir: string;
  /** What every page is told. */
  runtimeConfig: SiteConfig;
  /** Whether a request comes with a session, be it one that has ended. */
  hasSession: (request: FastifyRequest) => boolean;
  clock: () => Date;
}

/** The part of the page's configuration that is the same for everybody. */
export type SiteConfig = Omit<RuntimeConfig, 'isSignedOut'>;

/**
 * Serves the built browser app from `webDir`: hashed assets for ever and pre-compressed, the service worker, and the page itself for every
 * other path, with the runtime configuration written in. Unknown paths under `/api` are JSON 404s.
 */
export async function serveSite(app: FastifyInstance, options: SiteOptions): Promise<void> {
  const template = await readFile(join(options.webDir, 'index.html'), 'utf8');
  const serviceWorker = await readFile(join(options.webDir, 'service-worker.js'), 'utf8');
  const page = writeConfig(template, { ...options.runtimeConfig, isSignedOut: false });
  const pageWithoutSession = writeConfig(template, { ...options.runtimeConfig, isSignedOut: true });
  await app.register(fastifyStatic, {
    root: join(options.webDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    decorateReply: false,
  });

  app.get('/service-worker.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(serviceWorker),
  );
  app.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !NOT_PAGES.test(request.url);
    if (!isPage) return sendError(reply, request, new AppError('NOT_FOUND'), options.clock());
    reply.type('text/html; charset=utf-8');
    // What a service worker keeps is shown to whoever is signed in when there is no network.
    return options.hasSession(request) || request.url === KEPT_PAGE
      ? reply.header('cache-control', 'no-cache').send(page)
      : // Not even the browser's way back may show it to somebody who has signed in meanwhile.
        reply.header('cache-control', 'no-store').send(pageWithoutSession);
  });
}

function writeConfig(template: string, runtimeConfig: RuntimeConfig): string {
  const attribute = JSON.stringify(runtimeConfig)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;');
  return template.replace(RUNTIME_CONFIG_PLACEHOLDER, () => attribute);
}
