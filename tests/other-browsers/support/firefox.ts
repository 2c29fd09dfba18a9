import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowsingContext } from 'selenium-webdriver/bidi/generated/browsing_context.js';
import { Browser } from 'selenium-webdriver/bidi/generated/browser.js';
import { Input } from 'selenium-webdriver/bidi/generated/input.js';
import { Log } from 'selenium-webdriver/bidi/generated/log.js';
import { Script } from 'selenium-webdriver/bidi/generated/script.js';
import { Session as BidiSession } from 'selenium-webdriver/bidi/generated/session.js';
import { Session, WebDriver } from 'selenium-webdriver';
import { Executor } from 'selenium-webdriver/lib/command.js';
import { TIME_ZONE, VIEWPORT, type BrowserDriver } from './browser-driver.ts';
import { endOf, outputMatch } from './programs.ts';

const FIREFOX = 'firefox-esr';
/** Firefox sets what automation needs by itself. On a phone, scrollbars take no room. */
const PREFERENCES = { 'ui.prefersReducedMotion': 1, 'ui.useOverlayScrollbars': 1 };

/** Starts Debian's Firefox with a new profile. WebDriver BiDi reaches it directly, without geckodriver. */
export async function startFirefox(): Promise<BrowserDriver> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  await writeFile(join(profile, 'user.js'), lines.join(''));
  const program = spawn(
    FIREFOX,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    { env: { ...process.env, HOME: profile, TZ: TIME_ZONE }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const end = async () => {
    await endOf(program);
    await rm(profile, { recursive: true, force: true });
  };
  try {
    const address = await outputMatch(program, program.stderr, /WebDriver BiDi listening on (ws:\S+)/);
    const connection = connectionTo(`${address}/session`);
    await (await BidiSession.create(connection)).new({ capabilities: {} });
    return await driverOf(connection, end);
  } catch (error) {
    await end();
    throw error;
  }
}

/** A connection to the socket of a browser that has no classic session, so its executor knows no commands. */
function connectionTo(webSocketUrl: string): WebDriver {
  return new WebDriver(new Session('', { webSocketUrl }), new Executor());
}

async function driverOf(connection: WebDriver, end: () => Promise<void>): Promise<BrowserDriver> {
  const pages = await BrowsingContext.create(connection);
  const script = await Script.create(connection);
  const input = await Input.create(connection);
  const log = await Log.create(connection);
  const browser = await Browser.create(connection);
  const [page] = (await pages.getTree({})).contexts;
  if (!page) throw new Error('Firefox has no page');
  const { context } = page;
  await pages.setViewport({ context, viewport: VIEWPORT });
  const errors: string[] = [];
  await log.onEntryAdded(({ level, text }) => {
    if (level === 'error') errors.push(text ?? 'an error without text');
  });

  return {
    open: async (url) => {
      await pages.navigate({ context, url, wait: 'complete' });
    },
    goBack: async () => {
      await pages.traverseHistory({ context, delta: -1 });
    },
    run: async (source, args) => {
      const answer = await script.callFunction({
        functionDeclaration: `(args) => JSON.stringify((${source})(...JSON.parse(args))) ?? 'null'`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        target: { context },
        awaitPromise: false,
      });
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
      if (answer.result.type !== 'string') throw new Error(`The page answered with a ${answer.result.type}`);
      return answer.result.value;
    },
    click: ({ x, y }) =>
      input.performActions({
        context,
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            actions: [
              { type: 'pointerMove', x, y },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      }),
    type: (keys) =>
      input.performActions({
        context,
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: Array.from(keys).flatMap((value) => [
              { type: 'keyDown' as const, value },
              { type: 'keyUp' as const, value },
            ]),
          },
        ],
      }),
    screenshot: async () => Buffer.from((await pages.captureScreenshot({ context })).data, 'base64'),
    errors: () => errors,
    close: async () => {
      try {
        await browser.close();
        await (await connection.getBidi()).close();
      } finally {
        await end();
      }
    },
  };
}
