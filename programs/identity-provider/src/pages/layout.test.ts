import { expect, test } from 'vitest';
import { html } from './html.ts';
import { layout } from './layout.ts';

const asset = { name: 'a.js', contentType: 'text/javascript', content: '' };
const site = {
  productName: 'Oinkly',
  basePath: '/idp',
  startUrl: '/',
  homeUrl: '/',
  returnUrl: '/',
  privacyUrl: '/privacy',
  accessibilityUrl: '/accessibility',
  supportEmail: undefined,
  sendsMail: false,
  fonts: undefined,
  formScript: asset,
  passkeyScript: asset,
};

test('a page is painted once all that it shows is read, so that nothing moves [PD-96]', () => {
  const page = layout(site, { title: 'Log in', mood: 'content', content: html`<p>Last</p>` });
  const [, head = '', body = ''] = /<head>([^]*)<\/head>([^]*)/.exec(page) ?? [];
  const last = /<link rel="expect" href="#([\w-]+)" blocking="render" \/>/.exec(head)?.[1];
  expect(last).toBeDefined();
  expect(body.indexOf(`id="${last}"`)).toBeGreaterThan(body.indexOf('</main>'));
});
