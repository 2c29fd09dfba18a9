import fastifyStatic from '@fastify/static';
import { FIRST_VIEW_ID, FIRST_VIEW_LINK, type FirstView } from '@oinkly/contract/first-view';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import {
  RUNTIME_CONFIG_PLACEHOLDER,
  WIDGET_NONCE_PLACEHOLDER,
  type RuntimeConfig,
} from '@oinkly/contract/runtime-config';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../app-error.ts';
import { sendError, toAppError } from './error-answers.ts';
import { allowByNonce } from './security-headers.ts';

/** Paths that belong to programs beside the app: an unknown one there is a 404, never the page. */
const NOT_PAGES = /^\/+(api|idp|plaid-emulator|assets)(\/|$)/i;

/** What crawlers may read: the welcome page, shared maps with their pictures, and the files that these are made of. */
const ROBOTS = `User-agent: *
Allow: /$
Allow: /m/
Allow: /api/maps/
Allow: /assets/
Disallow: /
`;

/** The page as a service worker keeps it. */
const KEPT_PAGE = '/index.html';

/**
 * What a page says of itself to those who read it without running it, such as whoever shows a preview of a link to it. Search engines are
 * asked to leave such a page out: it is for those who were given the link.
 */
interface PageHead {
  title: string;
  description: string;
  url: URL;
  image?: { url: URL; width: number; height: number; alt: string };
}

/** A kind of page about something that may or may not be there. */
export interface DescribedPage {
  /** Its paths, with one group for what names that thing. */
  path: RegExp;
  /** What the page about it says of itself. An error, such as NOT_FOUND, is the page's status; what is said then is the app's to say. */
  describe: (name: string, request: FastifyRequest) => Promise<PageHead>;
}

export interface SiteOptions {
  webDir: string;
  /** What every page contains. */
  runtimeConfig: SiteConfig;
  /** Whether a request comes with a session, be it one that has ended. */
  hasSession: (request: FastifyRequest) => boolean;
  /** Returns the data of the dashboard for the user whose session the request has; null where there is none. */
  firstViewOf: (request: FastifyRequest) => Promise<FirstView | null>;
  /** The pages that say more of themselves than that they are the app's. */
  pages: readonly DescribedPage[];
  clock: () => Date;
}

/** The part of the page's configuration that is the same for everybody. */
export type SiteConfig = Omit<RuntimeConfig, 'isSignedOut'>;

/**
 * Serves the built browser app from `webDir`: hashed assets for ever and pre-compressed, the service worker, and the page itself for every
 * other path, with the runtime configuration written in. Unknown paths under `/api` are JSON 404s.
 */
export async function serveSite(app: FastifyInstance, options: SiteOptions): Promise<void> {
  const dashboardTemplate = await readFile(join(options.webDir, 'index.html'), 'utf8');
  const template = dashboardTemplate.replace(DASHBOARD_LINKS, '');
  if (!HEAD.test(template)) throw new Error('index.html has no title with a description after it');
  if (!template.includes('</body>')) throw new Error('index.html has no end of its body');
  const serviceWorker = await readFile(join(options.webDir, 'service-worker.js'), 'utf8');
  const dashboardPage = writeConfig(dashboardTemplate, { ...options.runtimeConfig, isSignedOut: false });
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
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400').send(ROBOTS),
  );
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !NOT_PAGES.test(pathOf(request));
    if (!isPage) return sendError(reply, request, new AppError('NOT_FOUND'), options.clock());
    reply.type('text/html; charset=utf-8');
    const { status, writeHead } = await describe(request, options.pages);
    reply.code(status);
    const nonce = options.runtimeConfig.linkScriptUrl === null ? allowByNonce(reply) : '';
    const write = (text: string) => writeHead(text.replace(WIDGET_NONCE_PLACEHOLDER, nonce));
    const firstView =
      isFrontPage(request) && options.hasSession(request) ? await options.firstViewOf(request) : null;
    if (firstView) {
      return reply
        .header('cache-control', 'private, no-store')
        .send(writeFirstView(write(dashboardPage), firstView));
    }
    // A service worker shows what it stores to any signed-in user while there is no network.
    return options.hasSession(request) || request.url === KEPT_PAGE
      ? reply.header('cache-control', 'no-cache').send(write(page))
      : // The browser's Back must not show it to a user who has logged in since.
        reply.header('cache-control', 'no-store').send(write(pageWithoutSession));
  });
}

/** The path as a router reads it: decoded, and without dots between its slashes. */
function pathOf({ url }: FastifyRequest): string {
  const { pathname } = new URL(`http://site.invalid${url}`);
  try {
    return decodeURIComponent(pathname);
  } catch {
    // Not UTF-8, which the app shows as a page that does not exist.
    return pathname;
  }
}

/** Whether a browser asks for the page of the dashboard. */
function isFrontPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && pathOf(request) === '/';
}

/** How a page is answered: its status, and what is written into its head. */
async function describe(
  request: FastifyRequest,
  pages: readonly DescribedPage[],
): Promise<{ status: number; writeHead: (page: string) => string }> {
  const [path = ''] = request.url.split('?');
  for (const { path: pattern, describe: describePage } of pages) {
    const name = pattern.exec(path)?.[1];
    if (name === undefined) continue;
    try {
      const tags = headTags(await describePage(name, request));
      return { status: 200, writeHead: (page) => page.replace(HEAD, () => tags) };
    } catch (error) {
      const { entry, code } = toAppError(error instanceof Error ? error : new Error(String(error)));
      if (entry.status >= 500)
        request.log.error({ page: String(pattern), code, err: error }, 'page not described');
      return { status: entry.status, writeHead: (page) => page };
    }
  }
  return { status: 200, writeHead: (page) => page };
}

/** The links to the scripts of the dashboard. */
const DASHBOARD_LINKS = new RegExp(`<link[^>]* ${FIRST_VIEW_LINK}[^>]*>\\s*`, 'g');

/** The title and the description that the build has written. */
const HEAD = /<title>[^<]*<\/title>\s*<meta name="description"[^>]*>/;

function headTags({ title, description, url, image }: PageHead): string {
  const metas: [kind: 'name' | 'property', name: string, content: string | number][] = [
    ['name', 'description', description],
    ['name', 'robots', 'noindex'],
    ['name', 'twitter:card', image ? 'summary_large_image' : 'summary'],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', PRODUCT_NAME],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:url', url.href],
  ];
  if (image) {
    metas.push(
      ['property', 'og:image', image.url.href],
      ['property', 'og:image:width', image.width],
      ['property', 'og:image:height', image.height],
      ['property', 'og:image:alt', image.alt],
    );
  }
  const tags = metas.map(
    ([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(String(content))}" />`,
  );
  return [`<title>${escapeHtml(`${title} · ${PRODUCT_NAME}`)}</title>`, ...tags].join('\n    ');
}

function writeConfig(template: string, runtimeConfig: RuntimeConfig): string {
  const attribute = escapeHtml(JSON.stringify(runtimeConfig));
  return template.replace(RUNTIME_CONFIG_PLACEHOLDER, () => attribute);
}

/** Writes the view into the page as data, which no browser runs. Without `<`, nothing in it can end the element. */
function writeFirstView(html: string, firstView: FirstView): string {
  const json = JSON.stringify(firstView).replaceAll('<', String.raw`\u003c`);
  return html.replace(
    '</body>',
    () => `<script type="application/json" id="${FIRST_VIEW_ID}">${json}</script></body>`,
  );
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
