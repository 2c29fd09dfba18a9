import { emailField } from './email-field.ts';
import { html } from './html.ts';
import { layout, type Site } from './layout.ts';

/** Asks for a click, because mail programs open links too. */
export function confirmEmailPage(site: Site, { path, email }: { path: string; email: string }): string {
  return layout(site, {
    title: 'Confirm your email',
    mood: 'content',
    lead: 'One click, and we know that it’s yours. Didn’t you create this account? Then close this page.',
    content: html`<form method="post" action="${path}" novalidate>
      ${emailField({ value: email, isFixed: true })}
      <button class="button primary" type="submit">Confirm</button>
    </form>`,
  });
}

export function emailConfirmedPage(site: Site): string {
  return layout(site, {
    title: 'Your email is confirmed',
    mood: 'proud',
    lead: 'You can close this page, or go on.',
    content: html`<a class="button primary" href="${site.homeUrl}">Go to ${site.productName}</a>`,
  });
}
