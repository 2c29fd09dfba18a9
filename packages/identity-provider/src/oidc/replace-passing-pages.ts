import type { Provider } from 'oidc-provider';
import type { Site } from '../pages/layout.ts';
import { passingPage } from '../pages/passing-page.ts';

/** The form of a page of the library's, up to its last hidden field, after the script in that page which would send it. */
const SCRIPTED_FORM = /<script>.*(<form method="post" action="[^"]*">(?:\s*<input type="hidden"[^>]*>)*)/s;

/**
 * Puts a page of ours in the place of every page that the library makes to send a form by itself. The library's has its script inside
 * and lets it pass by adding to the policy; ours, like all pages, has none inside (SEC-7).
 */
export function replacePassingPages(provider: Provider, site: Site): void {
  provider.use(async (ctx, next) => {
    const policy = ctx.response.get('content-security-policy');
    await next();
    const form = typeof ctx.body === 'string' ? SCRIPTED_FORM.exec(ctx.body)?.[1] : undefined;
    if (form === undefined) return;
    ctx.body = passingPage(site, form);
    ctx.set('content-security-policy', policy);
  });
}
