import { sendFormScriptAsset } from './assets.ts';
import { Html, html } from './html.ts';
import { layout, type Site } from './layout.ts';

/**
 * Renders a page that submits itself.
 * @param form the library's open form with hidden fields, as HTML
 */
export function passingPage(site: Site, form: string): string {
  return layout(site, {
    title: 'One moment',
    mood: 'asleep',
    content: html`${new Html(form)}
      <button class="button primary" type="submit">Continue</button>
      </form>`,
    script: html`<script src="${site.basePath}/assets/${sendFormScriptAsset.name}"></script>`,
  });
}
