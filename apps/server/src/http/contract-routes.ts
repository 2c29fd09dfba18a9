import type { Endpoint } from '@oinkly/contract/endpoint';
import { endpoints, type Endpoints, type RouteResponse } from '@oinkly/contract/endpoints';
import { routes, type Route } from '@oinkly/contract/routes';
import type { RouteName } from '@oinkly/contract/endpoints';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { longAnswerWriter } from './long-answers.ts';
import { rowsReader } from './validation.ts';

type Access = Route['access'];

declare module 'fastify' {
  interface FastifyContextConfig {
    routeName?: RouteName;
    access?: Access;
    /** Answers are the same with and without a session, so none is looked up. */
    readsNoSession?: boolean;
    /** Answers are redirects; errors lead back into the app. */
    isNavigation?: boolean;
    /** `Cache-Control` of successful answers; no-store by default. */
    cacheControl?: string;
  }
}

type OutputOf<N extends RouteName, Part extends string> =
  Endpoints[N] extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined;

export const SUCCEEDED = { success: true } as const;

export interface ContractRequest<N extends RouteName> {
  params: OutputOf<N, 'params'>;
  query: OutputOf<N, 'query'>;
  body: OutputOf<N, 'body'>;
  raw: FastifyRequest;
  reply: FastifyReply;
}

type HandlerResult<N extends RouteName> = Endpoints[N] extends { download: string }
  ? Readable | Buffer
  : RouteResponse<N>;

export function serve<N extends RouteName>(
  app: FastifyInstance,
  name: N,
  handler: (request: ContractRequest<N>) => Promise<HandlerResult<N>>,
  options: Pick<RouteShorthandOptions, 'config' | 'bodyLimit'> = {},
): void {
  const { method, path, access } = routes[name];
  const shapes: Endpoint = endpoints[name];
  const { download } = shapes;
  const readRows = rowsReader(shapes.body);
  const writeLong = longAnswerWriter(shapes.response);
  app.route({
    method,
    url: path,
    ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
    config: { ...options.config, routeName: name, access, isNavigation: !shapes.response && !download },
    schema: {
      operationId: name,
      ...(shapes.params && { params: shapes.params }),
      ...(shapes.query && { querystring: shapes.query }),
      ...(shapes.body && { body: shapes.body }),
      response: download
        ? { 200: z.string() }
        : shapes.response
          ? { 200: shapes.response }
          : { 302: z.undefined() },
    },
    handler: async (raw, reply) => {
      // The compiled schemas guarantee these types.
      const { params, query } = raw as Pick<ContractRequest<N>, 'params' | 'query'>;
      const body = (await readRows(raw.body)) as ContractRequest<N>['body'];
      const result = await handler({ params, query, body, raw, reply });
      if (download) reply.type(download.startsWith('image/') ? download : `${download}; charset=utf-8`);
      const text = await writeLong(result);
      if (text === null) return result;
      reply.type('application/json; charset=utf-8');
      return text;
    },
  });
}

/** Throws for a route under `/api` without access rule or response shape. */
export function refuseUndeclaredRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api')) return;
    if (!route.config?.access)
      throw new Error(`${String(route.method)} ${route.url} does not say who may call it`);
    if (!route.schema?.response)
      throw new Error(`${String(route.method)} ${route.url} has no response schema`);
  });
}
