import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { SCREEN_LINK } from '@oinkly/contract/first-view';
import { NOT_PAGES } from '@oinkly/contract/own-paths';
import { DOCUMENT_TITLE, TAGLINE, WELCOME_COPY } from '@oinkly/contract/product';
import { RUNTIME_CONFIG_PLACEHOLDER, WIDGET_NONCE_PLACEHOLDER } from '@oinkly/contract/runtime-config';
import { routes } from '@oinkly/contract/routes';
import { LAZY_SCREENS } from '@oinkly/contract/screens';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { contractVersion } from './contract-version.ts';
import { firstPaint } from './first-paint.ts';
import { fonts } from './fonts.ts';
import { homeScreen } from './home-screen.ts';

const SCREEN = /\/screens\/([a-z-]+)-screen\.tsx$/;

export default defineConfig({
  define: { BUILT_CONTRACT_VERSION: JSON.stringify(contractVersion()) },
  plugins: [
    fonts(),
    routesWithoutShapes(),
    react(),
    tailwindcss(),
    productPage(),
    homeScreen(),
    firstPaint(),
    serverAbove(),
  ],
  resolve: {
    // Only older Reacts need this shim.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // The preload list weighs a kilobyte, and the service worker has fetched its files by then.
    modulePreload: false,
    assetsInlineLimit: 0,
    // A lazy screen must not move when its styles arrive.
    cssCodeSplit: false,
    rolldownOptions: {
      // A slow machine is no problem of the build.
      checks: { bundlerTimings: false },
      output: {
        // The bundler would split shared modules off, at one more request for the first page.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 2 },
            { name: 'dashboard-screen', test: /dashboard-screen\.tsx$/, priority: 1 },
            { name: 'forms', test: /react-hook-form/, priority: 1 },
            // Instead of a dozen small ones.
            { name: 'shared', minShareCount: 3 },
          ],
        },
      },
    },
  },
});

/** Replaces the contract's routes by their value: the shapes would bring a validator along. */
function routesWithoutShapes(): Plugin {
  return {
    name: 'routes-without-shapes',
    apply: 'build',
    load: (id) =>
      id.endsWith('/packages/contract/src/routes.ts')
        ? `export const routes = ${JSON.stringify(routes)};`
        : null,
  };
}

/** In development, proxies all but the page to the server that `npm run dev` starts. */
function serverAbove(): Plugin {
  return {
    name: 'server-above',
    apply: 'serve',
    config: ({ server }) => {
      const above = { target: `http://127.0.0.1:${(server?.port ?? 3000) + 1}`, changeOrigin: false };
      return { server: { proxy: { [NOT_PAGES.source]: above } } };
    },
  };
}

function productPage(): Plugin {
  return {
    name: 'product-page',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
        const entry = chunks.find(({ isEntry }) => isEntry);
        const tags: HtmlTagDescriptor[] = [];
        const withImports = (file: string, found = new Set<string>()): Set<string> => {
          if (file === entry?.fileName || found.has(file)) return found;
          found.add(file);
          const chunk = chunks.find(({ fileName }) => fileName === file);
          for (const imported of chunk?.imports ?? []) withImports(imported, found);
          return found;
        };
        for (const { fileName, moduleIds } of chunks.filter(({ isEntry }) => !isEntry)) {
          const screens = moduleIds.map((id) => SCREEN.exec(id)?.[1]).filter((name) => name !== undefined);
          for (const screen of screens)
            for (const file of withImports(fileName)) {
              const attrs = {
                rel: 'modulepreload',
                crossorigin: true,
                href: `/${file}`,
                [SCREEN_LINK]: screen,
              };
              tags.push({ tag: 'link', attrs, injectTo: 'head' });
            }
        }
        if (bundle) {
          const preloaded = new Set(tags.map(({ attrs }) => attrs?.[SCREEN_LINK]));
          const missing = LAZY_SCREENS.filter((screen) => !preloaded.has(screen));
          if (missing.length > 0)
            throw new Error(
              `No own file: ${missing.join(', ')}. A screen is src/app/screens/<name>-screen.tsx, imported lazily.`,
            );
        }
        return {
          html: html
            .replace('%DOCUMENT_TITLE%', DOCUMENT_TITLE)
            .replace('%DESCRIPTION%', `${TAGLINE} ${WELCOME_COPY}`)
            .replace('%RUNTIME_CONFIG%', RUNTIME_CONFIG_PLACEHOLDER)
            .replace('%WIDGET_NONCE%', WIDGET_NONCE_PLACEHOLDER),
          tags,
        };
      },
    },
  };
}
