import {
  APP_MARK,
  DRAWING_FILE,
  FIRST_PAINT_FILES,
  type FirstCall,
  SCREEN_LINK,
  WELCOME_EXAMPLE_FILE,
} from '@oinkly/contract/first-view';
import { DOCUMENT_TITLE } from '@oinkly/contract/product';
import { RUNTIME_CONFIG_PLACEHOLDER, WIDGET_NONCE_PLACEHOLDER } from '@oinkly/contract/runtime-config';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A view of this day cannot be drawn. */
export const UNDRAWABLE_DAY = '2000-01-01';

/** What the fake app's pages call first in the first week of June 2026. */
const CALLS: Record<string, FirstCall[]> = {
  '/': [
    { name: 'getSettings', url: '/api/settings' },
    aCall('listWeeks', '/api/weeks', { from: '2025-12-29', to: '2026-12-21' }),
    aCall('listExpenses', '/api/expenses', { from: '2026-06-01', to: '2026-06-07' }),
    { name: 'getLeaderboard', url: '/api/leaderboard' },
  ],
  '/expenses': [
    aCall('listExpenses', '/api/expenses', { counted: 'all', limit: '2' }),
    { name: 'listRefunds', url: '/api/refunds' },
    { name: 'listRecurring', url: '/api/recurring' },
    { name: 'listDuplicates', url: '/api/duplicates' },
  ],
  '/friends': [
    { name: 'listFriends', url: '/api/friends' },
    { name: 'listPacts', url: '/api/pacts' },
    { name: 'getInvite', url: '/api/invite' },
  ],
};

function aCall(name: FirstCall['name'], path: string, query: Record<string, string>): FirstCall {
  return { name, url: `${path}?${new URLSearchParams(query).toString()}`, query };
}

/** Draws the address and the user. */
const DRAWING = `export default {
  configure: () => undefined,
  callsOf: async (address) => (${JSON.stringify(CALLS)})[address.split('?')[0]] ?? null,
  drawPage: async (url, { today, user }) => {
    if (today === '${UNDRAWABLE_DAY}') throw new Error('The pig fell over');
    return '<p>drawn at ' + url + ' for ' + user?.id + ' $&</p>';
  },
};`;

/** A folder like the built web app's. Its first paints are named in a paragraph. */
export async function fakeSite(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html><head><title>${DOCUMENT_TITLE}</title>
    <meta name="description" content="An app" />
    <meta name="runtime-config" nonce="${WIDGET_NONCE_PLACEHOLDER}" content="${RUNTIME_CONFIG_PLACEHOLDER}" />
    <link rel="modulepreload" href="/assets/dashboard.js" ${SCREEN_LINK}="dashboard">
    <link rel="modulepreload" href="/assets/expenses.js" ${SCREEN_LINK}="expenses">
    <link rel="modulepreload" href="/assets/shared-map.js" ${SCREEN_LINK}="shared-map">
    <link rel="modulepreload" href="/assets/privacy.js" ${SCREEN_LINK}="privacy">
    <link rel="modulepreload" href="/assets/index-abc123.js" ${APP_MARK}>
    </head><body><div id="root"></div></body></html>`,
  );
  for (const [name, file] of Object.entries(FIRST_PAINT_FILES))
    await writeFile(join(folder, file), `<p>${name} $&</p>`);
  await writeFile(join(folder, WELCOME_EXAMPLE_FILE), '<p>example $&</p>');
  await writeFile(join(folder, 'service-worker.js'), 'self.addEventListener("fetch", () => 1)');
  const drawing = join(folder, DRAWING_FILE);
  await mkdir(dirname(drawing));
  await writeFile(drawing, DRAWING);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
