import { errorCatalogue, messageOf, type CatalogueEntry, type ErrorCode } from '@oinkly/contract/errors';
import type { RouteName } from '@oinkly/contract/endpoints';
import { openApiJson } from '@oinkly/contract/openapi';
import { OWN_EXPORT_COLUMNS } from '@oinkly/domain/statements/own-export';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { routeTable, shapesOf } from './requests.ts';

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | number | undefined>>;
  body: Buffer;
}

/** What decides the valid answers. */
export interface Asked {
  method: string;
  /** Includes the query. */
  url: string;
  /** The request matches the route's schemas. */
  fits: boolean;
}

/** Allowed redirects outside the site. */
export interface Elsewhere {
  publicUrl: URL;
  issuerOrigin: string;
  bankPage: string;
}

const errorBody = z.strictObject({
  message: z.string(),
  error: z.string(),
  error_code: z.custom<ErrorCode>((code) => typeof code === 'string' && Object.hasOwn(errorCatalogue, code)),
  error_type: z.string(),
  retryable: z.boolean(),
  action_required: z.string().nullable(),
  timestamp: z.iso.datetime(),
  request_id: z.uuid(),
  fields: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
});

/** Of the Model Context Protocol. */
const protocolError = z.looseObject({
  jsonrpc: z.literal('2.0'),
  error: z.looseObject({ code: z.int(), message: z.string() }),
});

/** Internals that must not leak: stack traces, files, SQL, names of libraries. */
const INTERNALS: readonly RegExp[] = [
  /\bat [\w.<>[\] ]+ \(|\n\s+at /,
  /node_modules|node:internal|file:\/\/|\.(ts|tsx|mjs|cjs|js):\d/,
  /\/(home|tmp|usr|var|apps|packages|src)\//,
  /\b(select|insert into|update|delete from)\b.+\b(from|set|values|where)\b/i,
  /drizzle|postgres|pgboss|pg-boss|fastify|undici|ZodError|rate-limiter|openid-client|\bjose\b/i,
  // Short names only in their exact case: random tokens contain any three or four letters.
  /FST_ERR|\bajv\b|\bzod\b/,
  /\b(TypeError|RangeError|SyntaxError|ReferenceError|URIError|AppError)\b|ECONN|ENOENT|EPIPE/,
  /invalid input syntax|violates|duplicate key|relation "|undefined is not|is not a function|Cannot (read|convert|set)/,
  /Unexpected (token|end of)|in JSON at|\[object Object\]/,
];

export function faultsOf(asked: Asked, answer: Answer, elsewhere: Elsewhere): string[] {
  return [
    ...faultsOfHeaders(asked, answer),
    ...(answer.status < 300
      ? faultsOfSuccess(asked, answer)
      : answer.status === 304
        ? faultsOfNotModified(asked, answer)
        : answer.status < 400
          ? faultsOfRedirect(asked, answer, elsewhere)
          : faultsOfError(asked, answer)),
  ];
}

const CACHED: Partial<Record<RouteName, RegExp>> = {
  drawSharedMap: /^public, no-cache$/,
  drawSharedCircle: /^public, no-cache$/,
  getOpenApi: /^public, max-age=3600$/,
};

function faultsOfHeaders({ url, method }: Asked, { status, headers }: Answer): string[] {
  const route = routeAt(method, url);
  const cache = route === null || status >= 400 ? undefined : CACHED[route];
  const wanted: Record<string, RegExp> = {
    'content-security-policy': /^default-src '(self|none)';.*frame-ancestors 'none'/,
    'x-content-type-options': /^nosniff$/,
    'x-frame-options': /^DENY$/,
    'referrer-policy': /^same-origin$/,
    'cross-origin-resource-policy':
      isSharedPicture(route) && status < 400 ? /^cross-origin$/ : /^same-origin$/,
    'cache-control': cache ?? /^no-store$/,
  };
  const wrong = Object.entries(wanted).flatMap(([name, form]) =>
    form.test(String(headers[name])) ? [] : [`the header ${name} is ${String(headers[name])}`],
  );
  const cookies = [headers['set-cookie'] ?? []].flat().map(String);
  return [
    ...wrong,
    ...cookies
      .filter((cookie) => !/; HttpOnly; SameSite=Lax/.test(cookie))
      .map((cookie) => `a cookie: ${cookie}`),
    ...['x-powered-by', 'server']
      .filter((name) => name in headers)
      .map((name) => `it has the header ${name}`),
  ];
}

function faultsOfSuccess({ method, url, fits }: Asked, { status, headers, body }: Answer): string[] {
  const route = routeAt(method, url);
  if (route === null) return ['there is no such route'];
  // The protocol's answer to a notification.
  if (route === 'useMcp' && status === 202) return body.length > 0 ? ['it has a body'] : [];
  if (status !== 200) return [`its status is ${status}`];
  if (!fits) return ['it succeeds, and the contract refuses what was sent'];
  const { response, download } = shapesOf[route];
  const type = String(headers['content-type']);
  const wantedType = download?.startsWith('image/')
    ? download
    : `${download ?? 'application/json'}; charset=utf-8`;
  if (type !== wantedType) return [`its type is ${type}`];
  if (method === 'HEAD') return body.length > 0 ? ['it has a body'] : [];
  if (download === 'image/png') return body.subarray(1, 4).toString() === 'PNG' ? [] : ['it is no picture'];
  if (download === 'text/csv')
    return body.toString().startsWith(OWN_EXPORT_COLUMNS.join(',')) ? [] : ['it is no list'];
  if (download === 'text/calendar')
    return body.toString().startsWith('BEGIN:VCALENDAR') ? [] : ['it is no calendar'];
  const json = parsed(body);
  if (json === undefined) return ['it is no JSON'];
  if (!response) return download ? [] : ['it leads nowhere'];
  const result = response.safeParse(json);
  if (!result.success) return [`it is not of its shape: ${result.error.message}`];
  return isDeepStrictEqual(result.data, json) ? [] : ['it has more in it than its shape'];
}

function isSharedPicture(route: RouteName | null): boolean {
  return route === 'drawSharedMap' || route === 'drawSharedCircle';
}

function faultsOfNotModified({ method, url }: Asked, { body }: Answer): string[] {
  return isSharedPicture(routeAt(method, url)) && body.length === 0
    ? []
    : ['the request did not ask whether it is unchanged'];
}

function faultsOfRedirect({ method, url }: Asked, { headers }: Answer, elsewhere: Elsewhere): string[] {
  const location = String(headers['location']);
  const route = routeAt(method, url);
  if (route === null || shapesOf[route].response || shapesOf[route].download)
    return [`it leads to ${location}`];
  const target = URL.parse(location, elsewhere.publicUrl);
  if (!target || /[\\\p{Cc}]/u.test(location)) return [`it leads to ${location}`];
  const isPage =
    location.startsWith('/') && !location.startsWith('//') && target.origin === elsewhere.publicUrl.origin;
  const mayLead =
    isPage ||
    (route === 'login' &&
      target.origin === elsewhere.publicUrl.origin &&
      target.searchParams.get('moved') === '1') ||
    ((route === 'login' || route === 'logout') && target.origin === elsewhere.issuerOrigin) ||
    (route === 'openLinkPages' && location === elsewhere.bankPage);
  const code = isPage ? (target.searchParams.get('problem') ?? target.searchParams.get('error')) : null;
  return [
    ...(mayLead ? [] : [`it leads to ${location}`]),
    ...(code !== null && (entryOf(code)?.status ?? 500) >= 500 ? [`it leads to the problem ${code}`] : []),
    ...internalsIn(location),
  ];
}

function faultsOfError(asked: Asked, { status, headers, body }: Answer): string[] {
  if (status >= 500) return [`its status is ${status}: ${body.toString()}`];
  const type = String(headers['content-type']);
  if (type !== 'application/json; charset=utf-8') return [`its type is ${type}`];
  if (asked.method === 'HEAD') return body.length > 0 ? ['it has a body'] : [];
  if (routeAt(asked.method, asked.url) === 'useMcp' && protocolError.safeParse(parsed(body)).success)
    return internalsIn(body.toString());
  const result = errorBody.safeParse(parsed(body));
  if (!result.success) return [`it is no error of the catalogue: ${body.toString().slice(0, 500)}`];
  const { data: error } = result;
  const entry: CatalogueEntry = errorCatalogue[error.error_code];
  // Some texts name the provider.
  const texts = [undefined, 'Plaid', 'SimpleFIN'].map((name) => messageOf(error.error_code, name));
  const fields = [
    status,
    texts.includes(error.message),
    error.error === error.message,
    error.error_type,
    error.retryable,
    error.action_required,
  ];
  const known = [entry.status, true, true, entry.type, entry.retryable, entry.actionRequired];
  return [
    ...(isDeepStrictEqual(fields, known) ? [] : [`it is not what the catalogue says of ${error.error_code}`]),
    ...(isDocumented(asked, error.error_code) ? [] : ['the OpenAPI document lacks this error']),
    ...(error.fields && error.error_code !== 'VALIDATION_FAILED' ? ['it names fields'] : []),
    // A rate limit would hide other faults.
    ...(error.error_code === 'RATE_LIMITED' ? ['it was too often'] : []),
    ...internalsIn(body.toString()),
  ];
}

const documentedPaths = z
  .object({
    paths: z.record(
      z.string(),
      z.record(
        z.string(),
        z.object({ responses: z.record(z.string(), z.object({ description: z.string() })) }),
      ),
    ),
  })
  .parse(JSON.parse(openApiJson())).paths;

/** True for calls that the document doesn't describe. */
function isDocumented({ method, url }: Asked, code: ErrorCode): boolean {
  const route = routeAt(method, url);
  const operation = route && documentedPaths[routeTable[route].path]?.[method.toLowerCase()];
  const { status } = errorCatalogue[code];
  return !operation || operation.responses[status]?.description.includes(`\`${code}\``) === true;
}

function internalsIn(text: string): string[] {
  return INTERNALS.flatMap((form) => {
    const found = form.exec(text)?.[0];
    return found === undefined ? [] : [`it reveals internals: ${found}`];
  });
}

function entryOf(code: string): CatalogueEntry | undefined {
  return Object.entries<CatalogueEntry>(errorCatalogue).find(([name]) => name === code)?.[1];
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

const PATTERNS = Object.entries(routeTable)
  .map(([name, { method, path }]) => ({
    name: name as RouteName,
    method,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]*')}$`),
    // Fixed segments win over parameters.
    parameters: path.split(':').length,
  }))
  .sort((one, other) => one.parameters - other.parameters);

export function routeAt(method: string, url: string): RouteName | null {
  const [path = ''] = url.split(/[?#]/);
  const served = method === 'HEAD' ? 'GET' : method;
  return PATTERNS.find((route) => route.method === served && route.pattern.test(path))?.name ?? null;
}
