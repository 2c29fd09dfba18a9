import { html } from './html.ts';
import { layout, type Site } from './layout.ts';

/** The flow expired, ended in another tab, or belongs to another browser. */
export function expiredPage(site: Site): string {
  return layout(site, {
    title: 'This page has expired',
    mood: 'asleep',
    lead: 'It was open too long, or it was already used. Nothing was lost.',
    content: html`<a class="button primary" href="${site.startUrl}">Start again</a>`,
  });
}

/** The log has the details. */
export function problemPage(site: Site, lead: string): string {
  return layout(site, {
    title: 'That didn’t work',
    mood: 'worried',
    lead,
    content: html`<a class="button primary" href="${site.startUrl}">Start again</a>`,
  });
}

/** After a sign-out without a return address. */
export function signedOutPage(site: Site): string {
  return layout(site, {
    title: 'You’re signed out',
    mood: 'asleep',
    lead: 'See you soon.',
    content: html`<a class="button primary" href="${site.startUrl}">Log in</a>`,
  });
}
