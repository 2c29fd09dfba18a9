import { SERVER_NOW } from '../../e2e/support/constants.ts';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUILT_APP = fileURLToPath(new URL('../../../apps/web/dist', import.meta.url));
const SCRIPT = 'watched-page.js';
/** Where a page keeps its errors, also over a navigation. */
const ERRORS_KEY = 'errors-of-test';

/**
 * Copies the built app and gives its page a script that runs before all others. It sets the page's clock and records errors, because
 * classic WebDriver can do neither. Returns the folder.
 */
export async function prepareWatchedSite(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'watched-site-'));
  await cp(BUILT_APP, folder, { recursive: true });
  const page = join(folder, 'index.html');
  const html = await readFile(page, 'utf8');
  await writeFile(page, html.replace('<head>', `<head><script src="/assets/${SCRIPT}"></script>`));
  const instant = Date.parse(SERVER_NOW);
  await writeFile(join(folder, 'assets', SCRIPT), `(${String(watchPage)})(${instant}, '${ERRORS_KEY}');`);
  return folder;
}

/** Errors that the pages of a browser have recorded. Runs in the page. */
export const RECORDED_ERRORS = `() => JSON.parse(sessionStorage.getItem('${ERRORS_KEY}') ?? '[]')`;

/** Runs in the page. Its clock starts at the server's time and runs on, while the server's stands still. */
function watchPage(instant: number, key: string): void {
  const record = (text: string) => {
    const known = JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[];
    sessionStorage.setItem(key, JSON.stringify([...known, `${location.pathname}: ${text}`]));
  };
  addEventListener('error', (event) => record(event.message));
  addEventListener('unhandledrejection', (event) => record(`unhandled: ${String(event.reason)}`));
  addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI }) => record(`${effectiveDirective} refused ${blockedURI}`),
    true,
  );
  const { error } = console;
  console.error = (...values: unknown[]) => {
    record(values.map(String).join(' '));
    error(...values);
  };

  const RealDate = Date;
  const ahead = instant - RealDate.now();
  globalThis.Date = class extends RealDate {
    constructor(...values: [] | [number]) {
      if (values.length === 0) super(RealDate.now() + ahead);
      else super(...values);
    }
    static override now(): number {
      return RealDate.now() + ahead;
    }
  } as DateConstructor;
}
