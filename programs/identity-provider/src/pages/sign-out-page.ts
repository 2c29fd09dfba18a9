import { sendFormScriptAsset } from './assets.ts';
import { Html, html } from './html.ts';
import { layout, type Site } from './layout.ts';

/** Set by the OpenID library. */
const FORM_ID = 'op.logoutForm';

/**
 * @param form the library's, as HTML with its CSRF token
 * @param submitsItself when the application asked, so the user need not confirm
 */
export function signOutPage(site: Site, form: string, submitsItself: boolean): string {
  return layout(site, {
    title: submitsItself ? 'Signing out' : 'Sign out?',
    mood: 'asleep',
    lead: submitsItself ? 'One moment.' : `You’ll be signed out of ${site.productName} on this device.`,
    content: html`${new Html(form)}
      <input type="hidden" name="logout" value="yes" form="${FORM_ID}" />
      <button class="button primary" type="submit" form="${FORM_ID}">Sign out</button>`,
    script: submitsItself
      ? html`<script src="${site.basePath}/assets/${sendFormScriptAsset.name}"></script>`
      : undefined,
  });
}
