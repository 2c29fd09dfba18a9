import fastifyStatic from '@fastify/static';
import { RUNTIME_CONFIG_PLACEHOLDER, type RuntimeConfig } from '@oinkly/contract/runtime-config';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../app-error.ts';
import { sendError } from './error-answers.ts';

/** Paths that belong to programs beside the app: an unknown one there is a 404, never the page. */
const NOT_PAGES = /^\/(api|idp|plaid-emulator|assets)(\/|$|\?)/;

/**
 * Serves the built browser app from `webDir`: hashed assets for ever and pre-compressed, the page itself for every other path, with the
 * runtime configuration written in. Unknown paths under `/api` are JSON 404s.
 */
export async function serveSite(
  app: FastifyInstance,
  options: { webDir: string; runtimeConfig: RuntimeConfig; clock: () => Date },
): Promise<void> {
  const page = await readPage(options.webDir, options.runtimeConfig);
  await app.register(fastifyStatic, {
    root: join(options.webDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    decorateReply: false,
  });

  app.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !NOT_PAGES.test(request.url);
    return isPage
      ? sendPage(request, reply, page)
      : sendError(reply, request, new AppError('NOT_FOUND'), options.clock());
  });
}

function sendPage(_request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
}

async function readPage(webDir: string, runtimeConfig: RuntimeConfig): Promise<string> {
  const html = await readFile(join(webDir, 'index.html'), 'utf8');
  const attribute = JSON.stringify(runtimeConfig)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;');
  return html.replace(RUNTIME_CONFIG_PLACEHOLDER, () => attribute);
}
