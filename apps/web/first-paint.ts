import { FIRST_PAINT_FILES, WELCOME_EXAMPLE_FILE } from '@oinkly/contract/first-view';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import {
  ExpensesFirstPaint,
  FriendsFirstPaint,
  LoadingFirstPaint,
  SignedInFirstPaint,
  WelcomeExample,
  WelcomeFirstPaint,
} from './src/app/first-paint.tsx';

/** What pages show before their scripts start. A script in the head sets the theme first. */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    async buildStart() {
      const emit = (fileName: string, Part: ComponentType) =>
        this.emitFile({ type: 'asset', fileName, source: renderToStaticMarkup(createElement(Part)) });
      emit(FIRST_PAINT_FILES.expenses, ExpensesFirstPaint);
      emit(FIRST_PAINT_FILES.friends, FriendsFirstPaint);
      emit(FIRST_PAINT_FILES.loading, LoadingFirstPaint);
      emit(FIRST_PAINT_FILES.signedIn, SignedInFirstPaint);
      emit(FIRST_PAINT_FILES.welcome, WelcomeFirstPaint);
      emit(WELCOME_EXAMPLE_FILE, WelcomeExample);
      this.emitFile({ type: 'asset', name: 'start-page.js', source: await startScript() });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const script = Object.keys(bundle ?? {}).find((file) => file.includes('start-page'));
        if (script === undefined) throw new Error('The bundle has no script for the start');
        // First, because the page waits for it and a browser loads few files at a time.
        return [{ tag: 'script', attrs: { src: `/${script}` }, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** A classic script, because modules run only after the page is parsed. */
async function startScript(): Promise<string> {
  const built = await build({
    configFile: false,
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
