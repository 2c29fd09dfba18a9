import { sendFormScriptAsset } from './assets.ts';
import { Html, html } from './html.ts';
import { layout, type Site } from './layout.ts';

/**
 * A page on the way to another, which sends its form by itself.
 * @param form the library's form with its hidden fields, as HTML, still open
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
