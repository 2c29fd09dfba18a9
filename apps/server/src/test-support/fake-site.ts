import {
  DRAWING_FILE,
  FIRST_PAINT_FILES,
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

/** Draws the address and the user. */
const DRAWING = `export default {
  configure: () => undefined,
  drawPage: (url, { today, user }) => {
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
    <link rel="modulepreload" href="/assets/privacy.js" ${SCREEN_LINK}="privacy">
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
