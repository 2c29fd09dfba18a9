import type { PigMood } from '@oinkly/artwork/pig';
import { styleAsset, type Asset } from './assets.ts';
import { type Html, html } from './html.ts';
import { pig } from './pig.ts';

/** What every page needs to know about where it is. */
export interface Site {
  productName: string;
  /** The path that the provider is mounted at, for example '/idp'. */
  basePath: string;
  /** Where a log-in begins, in the application. */
  startUrl: string;
  /** Where the account page leads back to, in the application. */
  returnUrl: string;
  /** Says what the application keeps about people. */
  privacyUrl: string;
  supportEmail: string | undefined;
  /** Names the product's fonts; undefined where the host gives none. */
  fonts: Asset | undefined;
  /** Shows passwords and checks fields before a form is sent. */
  formScript: Asset;
  /** What asks browsers for passkeys. */
  passkeyScript: Asset;
}

export interface Page {
  title: string;
  mood: PigMood;
  lead?: string | undefined;
  content: Html;
  /** Put at the end of the document. */
  script?: Html | undefined;
}

/** A whole document: the product's name, the pig, one heading and the content. */
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
        <link rel="stylesheet" href="${site.basePath}/assets/${styleAsset.name}" />
        <script src="${site.basePath}/assets/${site.formScript.name}" defer></script>
        ${site.fonts && html`<link rel="stylesheet" href="${site.basePath}/assets/${site.fonts.name}" />`}
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
        ${page.script}
      </body>
    </html> `.text;
}

/** The link to what the application keeps, for pages on which people give it something. */
export function privacyLink({ productName, privacyUrl }: Site): Html {
  return html`<p class="more small"><a href="${privacyUrl}">What ${productName} keeps</a></p>`;
}
