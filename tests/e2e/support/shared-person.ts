import {
  expect,
  type BrowserContext,
  type Page,
  type PlaywrightWorkerArgs,
  type Request,
  type Response,
} from '@playwright/test';
import { finishOnboarding, signUp, visitorWith, type Visitor } from './people.ts';

/** The session of somebody whom a worker's tests share. */
export interface SharedSession {
  email: string;
  cookies: Awaited<ReturnType<BrowserContext['storageState']>>['cookies'];
}

/** Somebody in front of a browser whom a worker's tests share: they read, and change nothing on the server. */
export interface Reader {
  page: Page;
  email: string;
  /** Asks the API with the person's own session. */
  call: (method: 'GET', path: string) => Promise<unknown>;
}

/** What the browser opens like a page and the server begins or ends something with. */
const CHANGING_PAGES = ['/api/login', '/api/logout', '/api/plaid/create-link-token'];

/** Signs up somebody who is through with onboarding; `prepare` is the last to change anything. */
export async function signUpShared(
  playwright: PlaywrightWorkerArgs['playwright'],
  origin: string,
  prepare?: (visitor: Visitor) => Promise<void>,
): Promise<SharedSession> {
  const request = await playwright.request.newContext();
  const visitor = await signUp(request, origin);
  await finishOnboarding(visitor);
  await prepare?.(visitor);
  const { cookies } = await request.storageState();
  await request.dispose();
  return { email: visitor.email, cookies };
}

/** Puts a shared person in front of a page, and fails the test when the server answered a call that changes the person. */
export async function share(
  page: Page,
  origin: string,
  { email, cookies }: SharedSession,
  use: (reader: Reader) => Promise<void>,
): Promise<void> {
  await page.context().addCookies(cookies);
  const answers: Response[] = [];
  page.on('response', (response) => {
    if (isChange(response.request())) answers.push(response);
  });
  await use({ page, ...visitorWith(page.request, origin, email) });
  const changes: string[] = [];
  for (const answer of answers) {
    // What the test answered itself comes from no address.
    if ((await answer.serverAddr()) === null) continue;
    changes.push(`${answer.request().method()} ${answer.url()}`);
  }
  expect(changes, 'A shared person was changed').toEqual([]);
}

/** Whether a call changes something of the person. An import finds nothing new while the server's clock stands still. */
function isChange(request: Request): boolean {
  const { pathname } = new URL(request.url());
  if (!pathname.startsWith('/api/') || pathname === '/api/auto-import-transactions') return false;
  return request.method() !== 'GET' || CHANGING_PAGES.includes(pathname);
}
