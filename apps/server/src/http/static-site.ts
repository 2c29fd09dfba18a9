import fastifyStatic from '@fastify/static';
import { isErrorCode, messageOf } from '@oinkly/contract/errors';
import {
  APP_MARK,
  DRAWN_MARK,
  DRAWN_SCREENS,
  FIRST_PAINT_FILES,
  FIRST_VIEW_ID,
  PROBLEM_PLACEHOLDER,
  RETURN_TO_PLACEHOLDER,
  SCREEN_LINK,
  WELCOME_EXAMPLE_FILE,
  type FirstAnswer,
  type FirstView,
} from '@oinkly/contract/first-view';
import { NOT_PAGES, PROBLEM_PARAMETER } from '@oinkly/contract/own-paths';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import {
  RUNTIME_CONFIG_PLACEHOLDER,
  WIDGET_NONCE_PLACEHOLDER,
  type RuntimeConfig,
} from '@oinkly/contract/runtime-config';
import { routes } from '@oinkly/contract/routes';
import { guardedScreenAt, NOT_SHARED_ADDRESS, openScreenAt, SHARE_PATH } from '@oinkly/contract/screens';
import { dayInZone, type Day } from '@oinkly/domain/days';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../errors/app-error.ts';
import { escapeHtml } from './escape-html.ts';
import { loadDrawing, type PageDrawer } from './drawn-page.ts';
import { sendError, toAppError } from './error-answers.ts';
import { allowByNonce } from './security-headers.ts';

const ROBOTS = `User-agent: *
Allow: /$
Allow: /c/
Allow: /m/
Allow: /api/circles/
Allow: /api/maps/
Allow: /assets/
Disallow: /
`;

const SHELL_PAGE = '/index.html';

/**
 * Metadata for link previews. Search engines leave such pages out, because a link is for those who received
 * it.
 */
interface PageHead {
  title: string;
  description: string;
  url: URL;
  image?: { url: URL; width: number; height: number; alt: string };
}

interface PageDescription extends PageHead {
  /** All that the page shows, if it is the same for everyone. */
  answer?: FirstAnswer;
}

export interface DescribedPage {
  /** One group captures the thing's name. */
  path: RegExp;
  /** Describes the page. An error such as NOT_FOUND sets its status. */
  describe: (name: string, request: FastifyRequest) => Promise<PageDescription>;
}

export interface SiteOptions {
  webDir: string;
  runtimeConfig: SiteConfig;
  /** Whether a bank provider's widget adds scripts and styles to the page. */
  needsNonce: boolean;
  /** Whether a request has a session cookie, even of an ended session. */
  hasSession: (request: FastifyRequest) => boolean;
  /** Whether a request for the welcome page leads to the login. */
  skipsWelcomePage: (request: FastifyRequest) => boolean;
  /** Null if the page has to load its data itself. `callsOn` is null if it doesn't say what it shows. */
  readFirstView: (
    request: FastifyRequest,
    callsOn: (today: Day) => ReturnType<PageDrawer['callsOf']>,
  ) => Promise<FirstView | null>;
  origin: string;
  pages: readonly DescribedPage[];
  clock: () => Date;
}

export type SiteConfig = Omit<RuntimeConfig, 'isSignedOut'>;

/** Serves the app's assets and service worker, and for every other path the page with its configuration. */
export async function serveSite(app: FastifyInstance, options: SiteOptions): Promise<void> {
  const pageOf = await readPages(options);
  const { callsOf, draw } = await loadDrawing(
    options.webDir,
    { ...options.runtimeConfig, isSignedOut: false },
    options.origin,
  );
  const serviceWorker = await readFile(join(options.webDir, 'service-worker.js'), 'utf8');
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
  // The service worker takes what is shared. Before its first start, nothing reads the body, and a message asks to share again.
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.redirect(NOT_SHARED_ADDRESS, 303);
  app.post(SHARE_PATH, { onRequest }, (_request, reply) => reply);
  // A route, because the handler of unknown ones compresses nothing.
  app.get('/*', async (request, reply) => {
    if (NOT_PAGES.test(pathOf(request)))
      return sendError(reply, request, new AppError('NOT_FOUND'), options.clock());
    reply.type('text/html; charset=utf-8');
    const { status, writeHead, answer } = await describe(request, options.pages);
    reply.code(status);
    const nonce = options.needsNonce ? allowByNonce(reply) : '';
    const write = (text: string) => writeHead(text.replace(WIDGET_NONCE_PLACEHOLDER, nonce));
    const path = pathOf(request);
    // A service worker shows its offline copy to any user.
    const isShell = request.url === SHELL_PAGE;
    const open = openScreenAt(path);
    // Usually right; otherwise the page loads another screen.
    const screen = isShell ? null : (open ?? guardedScreenAt(path, { signupCompleted: true }));
    const sendView = async (view: FirstView, kind: Omit<PageKind, 'screen'>) => {
      const drawn = await draw(request, view);
      const html = write(pageOf({ ...kind, screen, ...(drawn !== null && { paint: 'drawn' }) }));
      return reply.header('cache-control', 'private, no-store').send(writeFirstView(html, view, drawn));
    };
    if (answer) {
      const isSignedOut = !options.hasSession(request);
      return sendView(viewOfEveryone(answer, options.clock()), { paint: 'loading', isSignedOut });
    }
    if (!options.hasSession(request) && !isShell) {
      // Back must not show it to a user who has logged in since.
      reply.header('cache-control', 'no-store');
      if (request.url === '/' && options.skipsWelcomePage(request))
        return reply.redirect(routes.login.path, 302);
      if (!open) return reply.send(write(welcomePage(request, pageOf)));
      return reply.send(write(pageOf({ screen: open, paint: 'loading', isSignedOut: true })));
    }
    const kind = { paint: paintOf(isShell || open ? null : screen), isSignedOut: false };
    const view =
      DRAWN_SCREENS.some((drawn) => drawn === screen) && !open
        ? await options.readFirstView(request, (today) => callsOf(request.url, today))
        : null;
    if (view) return sendView(view, kind);
    return reply.header('cache-control', 'no-cache').send(write(pageOf({ ...kind, screen })));
  });
}

/** What a page shows before its scripts run, and whose code it preloads. */
interface PageKind {
  screen: string | null;
  /** `drawn` is empty, for what the app itself draws. */
  paint: keyof typeof FIRST_PAINT_FILES | 'drawn';
  isSignedOut: boolean;
}

/** Returns the page for a visitor who has to log in, with the problem that the address names. */
function welcomePage({ url }: FastifyRequest, pageOf: (kind: PageKind) => string): string {
  const { pathname, searchParams } = new URL(`http://site.invalid${url}`);
  const code = searchParams.get(PROBLEM_PARAMETER);
  searchParams.delete(PROBLEM_PARAMETER);
  const returnTo = [pathname, searchParams].filter(String).join('?');
  const problem = code !== null && isErrorCode(code) ? messageOf(code) : null;
  const paint = problem === null ? 'welcome' : 'welcomeProblem';
  return pageOf({ screen: null, paint, isSignedOut: true })
    .replaceAll(RETURN_TO_PLACEHOLDER, () => encodeURIComponent(returnTo))
    .replace(PROBLEM_PLACEHOLDER, () => escapeHtml(problem ?? ''));
}

/** The returned function writes each kind of page once. */
async function readPages({ webDir, runtimeConfig }: SiteOptions): Promise<(kind: PageKind) => string> {
  const template = await readFile(join(webDir, 'index.html'), 'utf8');
  if (!HEAD.test(template)) throw new Error('index.html has no title with a description after it');
  if (!template.includes('</body>')) throw new Error('index.html has no end of its body');
  if (!APP_LINK.test(template)) throw new Error('index.html has no link of the app');
  if (!template.includes(ROOT)) throw new Error('index.html has no place for the app');
  const readPaint = (name: keyof typeof FIRST_PAINT_FILES) =>
    readFile(join(webDir, FIRST_PAINT_FILES[name]), 'utf8');
  const paints = {
    drawn: '',
    welcome: await readPaint('welcome'),
    welcomeProblem: await readPaint('welcomeProblem'),
    signedIn: await readPaint('signedIn'),
    loading: await readPaint('loading'),
  };
  const example = await readFile(join(webDir, WELCOME_EXAMPLE_FILE), 'utf8');
  const pages = new Map<string, string>();
  return (kind) => {
    const key = JSON.stringify(kind);
    const known = pages.get(key);
    if (known !== undefined) return known;
    const { screen, paint, isSignedOut } = kind;
    const withLinks = template.replace(SCREEN_LINKS, (link, name) => (name === screen ? link : ''));
    const withUser = paint === 'signedIn' ? withLinks.replace(HEAD, (tags) => USER_LINK + tags) : withLinks;
    const isWelcome = paint === 'welcome' || paint === 'welcomeProblem';
    const withApp = isWelcome ? withUser.replace(APP_LINK, '') : withUser;
    const page = writeConfig(withApp, { ...runtimeConfig, isSignedOut }).replace(
      ROOT,
      () => `<div id="root">${paints[paint]}</div>${isWelcome ? example : ''}`,
    );
    pages.set(key, page);
    return page;
  };
}

/** `screen` is null for one that any user may open. */
function paintOf(screen: string | null): PageKind['paint'] {
  return screen === null || screen === 'dashboard' ? 'loading' : 'signedIn';
}

/** Decoded, with dots resolved. */
function pathOf({ url }: FastifyRequest): string {
  const { pathname } = new URL(`http://site.invalid${url}`);
  try {
    return decodeURIComponent(pathname);
  } catch {
    // Not UTF-8: the app shows a page not found.
    return pathname;
  }
}

async function describe(
  request: FastifyRequest,
  pages: readonly DescribedPage[],
): Promise<{ status: number; writeHead: (page: string) => string; answer?: FirstAnswer | undefined }> {
  const [path = ''] = request.url.split('?');
  for (const { path: pattern, describe: describePage } of pages) {
    const name = pattern.exec(path)?.[1];
    if (name === undefined) continue;
    try {
      const description = await describePage(name, request);
      const tags = headTags(description);
      return {
        status: 200,
        writeHead: (page) => page.replace(HEAD, () => tags),
        answer: description.answer,
      };
    } catch (error) {
      const { entry, code } = toAppError(error instanceof Error ? error : new Error(String(error)));
      if (entry.status >= 500)
        request.log.error({ page: String(pattern), code, err: error }, 'page not described');
      return { status: entry.status, writeHead: (page) => page };
    }
  }
  return { status: 200, writeHead: (page) => page };
}

/**
 * A page without data asks for the user first; this saves it the wait for its scripts. Preload no other call: the browser keeps the answer
 * until the page asks, and by then another user may have logged in (ADR 26).
 */
const USER_LINK = `<link rel="preload" as="fetch" href="${routes.getCurrentUser.path}" crossorigin="use-credentials">`;

const APP_LINK = new RegExp(`<link[^>]* ${APP_MARK}>`);

const ROOT = '<div id="root"></div>';

const SCREEN_LINKS = new RegExp(`<link[^>]* ${SCREEN_LINK}="([a-z-]+)"[^>]*>\\s*`, 'g');

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

function viewOfEveryone(answer: FirstAnswer, now: Date): FirstView {
  return {
    readAtMs: now.getTime(),
    timeZone: 'UTC',
    today: dayInZone(now, 'UTC'),
    user: null,
    answers: [answer],
  };
}

/** Writes the view into the page, and what was drawn of it. Without `<`, the data cannot end its element. */
function writeFirstView(html: string, firstView: FirstView, drawn: string | null): string {
  const json = JSON.stringify(firstView).replaceAll('<', String.raw`\u003c`);
  const page = html.replace(
    '</body>',
    () => `<script type="application/json" id="${FIRST_VIEW_ID}">${json}</script></body>`,
  );
  return drawn === null ? page : page.replace(ROOT, () => `<div id="root" ${DRAWN_MARK}>${drawn}</div>`);
}
