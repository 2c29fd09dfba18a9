import { html } from './html.ts';
import { layout, type Site } from './layout.ts';

/** The flow ran out, was finished in another tab, or belongs to another browser. */
export function expiredPage(site: Site): string {
  return layout(site, {
    title: 'This page has expired',
    mood: 'asleep',
    lead: 'It was open too long, or it was already used. Nothing was lost.',
    content: html`<a class="button primary" href="${site.startUrl}">Start again</a>`,
  });
}

/** Something is wrong; what, is for the log and not for the page. */
export function problemPage(site: Site, lead: string): string {
  return layout(site, {
    title: 'That didn’t work',
    mood: 'worried',
    lead,
    content: html`<a class="button primary" href="${site.startUrl}">Start again</a>`,
  });
}

/** The end of a sign-out that came without an address to return to. */
export function signedOutPage(site: Site): string {
  return layout(site, {
    title: 'You’re signed out',
    mood: 'asleep',
    lead: 'See you soon.',
    content: html`<a class="button primary" href="${site.startUrl}">Log in</a>`,
  });
}
