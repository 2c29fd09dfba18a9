import {
  expect,
  type BrowserContext,
  type Page,
  type PlaywrightWorkerArgs,
  type Request,
  type Response,
} from '@playwright/test';
import { finishOnboarding, signUp, userWith, type TestUser } from './test-user.ts';

/** The session of a user shared by a worker's tests. */
export interface SharedSession {
  email: string;
  cookies: Awaited<ReturnType<BrowserContext['storageState']>>['cookies'];
}

/** A shared user's browser: its tests change nothing on the server. */
export interface Reader {
  page: Page;
  email: string;
  /** Calls the API with the user's session. */
  call: (method: 'GET', path: string) => Promise<unknown>;
}

/** Page URLs that change something on the server. */
const CHANGING_PAGES = ['/api/login', '/api/logout', '/api/plaid/create-link-token'];

/** Signs up a user through onboarding; `prepare` makes the last changes. */
export async function signUpShared(
  playwright: PlaywrightWorkerArgs['playwright'],
  origin: string,
  prepare?: (user: TestUser) => Promise<void>,
): Promise<SharedSession> {
  const request = await playwright.request.newContext();
  const user = await signUp(request, origin);
  await finishOnboarding(user);
  await prepare?.(user);
  const { cookies } = await request.storageState();
  await request.dispose();
  return { email: user.email, cookies };
}

/** Opens a page as the shared user and fails the test after a call that changes them. */
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
  await use({ page, ...userWith(page.request, origin, email) });
  const changes: string[] = [];
  for (const answer of answers) {
    // Answers of the test itself have no address.
    if ((await answer.serverAddr()) === null) continue;
    changes.push(`${answer.request().method()} ${answer.url()}`);
  }
  expect(changes, 'A shared person was changed').toEqual([]);
}

/** Whether a call changes the user. An import finds nothing new at a stopped clock. */
function isChange(request: Request): boolean {
  const { pathname } = new URL(request.url());
  if (!pathname.startsWith('/api/') || pathname === '/api/auto-import-transactions') return false;
  return request.method() !== 'GET' || CHANGING_PAGES.includes(pathname);
}
