import { appIcon } from '@oinkly/artwork/app-icon';
import { LIGHT_PALETTE } from '@oinkly/artwork/palette';
import { shortcutIcon } from '@oinkly/artwork/shortcut-icon';
import { PRODUCT_NAME, TAGLINE, WELCOME_COPY } from '@oinkly/contract/product';
import {
  ADD_EXPENSE_ADDRESS,
  IMPORT_PATH,
  SHARE_PATH,
  SHARED_FIELDS,
  THIS_WEEK_PATH,
} from '@oinkly/contract/screens';
import { ACCEPTED_FILES, STATEMENT_FILE_TYPES } from '@oinkly/domain/statements/file-types';
import { Resvg } from '@resvg/resvg-js';
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

interface BuiltFile {
  fileName: string;
  source: string | Buffer;
}

const SHORTCUT_ICON_PX = 96;

/** Adds the manifest and icons to the build. In development, devices don't keep the app. */
export function homeScreen(): Plugin {
  const touchIcon = icon('full', appIcon('full'), 180);
  const icons = [
    { ...icon('tile', appIcon('tile'), 192), sizes: '192x192', purpose: 'any' },
    { ...icon('tile', appIcon('tile'), 512), sizes: '512x512', purpose: 'any' },
    { ...icon('full', appIcon('full'), 192), sizes: '192x192', purpose: 'maskable' },
    { ...icon('full', appIcon('full'), 512), sizes: '512x512', purpose: 'maskable' },
  ];
  const addIcon = icon('add', shortcutIcon('add'), SHORTCUT_ICON_PX);
  const weekIcon = icon('week', shortcutIcon('week'), SHORTCUT_ICON_PX);
  const manifest = named(
    'manifest',
    'webmanifest',
    JSON.stringify({
      id: '/',
      name: PRODUCT_NAME,
      short_name: PRODUCT_NAME,
      description: `${TAGLINE} ${WELCOME_COPY}`,
      lang: 'en-US',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      shortcuts: [
        { name: 'Add', description: 'Add an expense', url: ADD_EXPENSE_ADDRESS, icons: [iconOf(addIcon)] },
        { name: 'This week', url: THIS_WEEK_PATH, icons: [iconOf(weekIcon)] },
      ],
      file_handlers: [{ action: IMPORT_PATH, accept: STATEMENT_FILE_TYPES, launch_type: 'single-client' }],
      share_target: {
        action: SHARE_PATH,
        method: 'POST',
        enctype: 'multipart/form-data',
        params: { ...SHARED_FIELDS, files: [{ name: SHARED_FIELDS.files, accept: ACCEPTED_FILES }] },
      },
      // Shown while the page loads; then the page's own theme applies.
      background_color: LIGHT_PALETTE['--color-paper'],
      theme_color: LIGHT_PALETTE['--color-paper'],
      icons: icons.map(({ fileName, sizes, purpose }) => ({
        src: `/${fileName}`,
        type: 'image/png',
        sizes,
        purpose,
      })),
    }),
  );
  return {
    name: 'home-screen',
    apply: 'build',
    buildStart() {
      for (const { fileName, source } of [touchIcon, addIcon, weekIcon, ...icons, manifest]) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: `/${manifest.fileName}` }, injectTo: 'head' },
      {
        tag: 'link',
        attrs: { rel: 'apple-touch-icon', sizes: '180x180', href: `/${touchIcon.fileName}` },
        injectTo: 'head',
      },
    ],
  };
}

function iconOf({ fileName }: BuiltFile): { src: string; type: string; sizes: string } {
  return { src: `/${fileName}`, type: 'image/png', sizes: `${SHORTCUT_ICON_PX}x${SHORTCUT_ICON_PX}` };
}

function icon(name: string, svg: string, sidePx: number): BuiltFile {
  const drawn = new Resvg(svg, {
    fitTo: { mode: 'width', value: sidePx },
    font: { loadSystemFonts: false },
  }).render();
  return named(`icon-${name}-${sidePx}`, 'png', drawn.asPng());
}

/** Cached forever, because the name holds a hash of the content. */
function named(name: string, ending: string, source: string | Buffer): BuiltFile {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  return { fileName: `assets/${name}-${hash}.${ending}`, source };
}
