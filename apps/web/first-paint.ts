import { APP_MARK, FIRST_PAINT_FILES, WELCOME_EXAMPLE_FILE } from '@oinkly/contract/first-view';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { contractVersion } from './contract-version.ts';
import {
  LoadingFirstPaint,
  SignedInFirstPaint,
  WelcomeExample,
  WelcomeFirstPaint,
  WelcomeProblemFirstPaint,
} from './src/app/first-paint.tsx';

const APP_TAG = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

/** What pages show before their scripts start. A script in the head sets the theme first. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    async buildStart() {
      const emit = (fileName: string, Part: ComponentType) =>
        this.emitFile({ type: 'asset', fileName, source: renderToStaticMarkup(createElement(Part)) });
      emit(FIRST_PAINT_FILES.loading, LoadingFirstPaint);
      emit(FIRST_PAINT_FILES.signedIn, SignedInFirstPaint);
      emit(FIRST_PAINT_FILES.welcome, WelcomeFirstPaint);
      emit(FIRST_PAINT_FILES.welcomeProblem, WelcomeProblemFirstPaint);
      emit(WELCOME_EXAMPLE_FILE, WelcomeExample);
      this.emitFile({ type: 'asset', name: 'start-page.js', source: await startScript() });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const script = Object.keys(bundle ?? {}).find((file) => file.includes('start-page'));
        const [tag = '', app] = APP_TAG.exec(html) ?? [];
        if (script === undefined || app === undefined)
          throw new Error('The page has no script for its start');
        return {
          html: html.replace(tag, `<link rel="modulepreload" crossorigin href="${app}" ${APP_MARK}>`),
          // First, because the page waits for it and a browser loads few files at a time.
          tags: [{ tag: 'script', attrs: { src: `/${script}` }, injectTo: 'head-prepend' }],
        };
      },
    },
  };
}

/** A classic script, because modules run only after the page is parsed. */
async function startScript(): Promise<string> {
  const built = await build({
    configFile: false,
    define: { BUILT_CONTRACT_VERSION: JSON.stringify(contractVersion()) },
    logLevel: 'warn',
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('src/app/start-page.ts', import.meta.url)),
        formats: ['iife'],
        name: 'startPage',
      },
    },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error('The script for the start was not built');
  return output.output[0].code;
}
