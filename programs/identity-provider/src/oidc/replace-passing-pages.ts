import type { Provider } from 'oidc-provider';
import type { Site } from '../pages/layout.ts';
import { passingPage } from '../pages/passing-page.ts';

/** A library page's inline script and its form up to the last hidden field. */
const SCRIPTED_FORM = /<script>.*(<form method="post" action="[^"]*">(?:\s*<input type="hidden"[^>]*>)*)/s;

/** Replaces the library's self-submitting pages by ours without inline script (SEC-7). */
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
