import type { PigMood } from '@oinkly/artwork/pig';
import type { PageFonts } from '../options.ts';
import { styleAsset, type Asset } from './assets.ts';
import { type Html, html } from './html.ts';
import { pig } from './pig.ts';

export interface Site {
  productName: string;
  /** The provider's path, for example '/idp'. */
  basePath: string;
  startUrl: string;
  homeUrl: string;
  returnUrl: string;
  privacyUrl: string;
  accessibilityUrl: string;
  supportEmail: string | undefined;
  /** Whether the pages can send a link for a forgotten password. */
  sendsMail: boolean;
  fonts: PageFonts | undefined;
  formScript: Asset;
  passkeyScript: Asset;
}

export interface Page {
  title: string;
  mood: PigMood;
  lead?: string | undefined;
  content: Html;
  script?: Html | undefined;
}

export function layout(site: Site, page: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf4ea" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1c1513" />
        <title>${`${page.title} – ${site.productName}`}</title>
        <!-- A page painted in the middle of its parsing would move. -->
        <link rel="expect" href="#end" blocking="render" />
        ${
          site.fonts &&
          html`<link rel="stylesheet" href="${site.fonts.stylesheetUrl}" />
            <script src="${site.fonts.scriptUrl}"></script>`
        }
        <link rel="stylesheet" href="${site.basePath}/assets/${styleAsset.name}" />
        <script src="${site.basePath}/assets/${site.formScript.name}" defer></script>
      </head>
      <body>
        <main>
          <header>
            <p class="brand">${site.productName}</p>
            ${pig(page.mood)}
            <h1>${page.title}</h1>
            ${page.lead !== undefined && html`<p class="lead">${page.lead}</p>`}
          </header>
          ${page.content}
        </main>
        <div id="end" hidden></div>
        ${page.script}
      </body>
    </html> `.text;
}

export function noticeLinks({ productName, privacyUrl, accessibilityUrl }: Site): Html {
  return html`<p class="more small"><a href="${privacyUrl}">What ${productName} keeps</a></p>
    <p class="more small"><a href="${accessibilityUrl}">Accessibility</a></p>`;
}
