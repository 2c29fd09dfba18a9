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

/** A link for a new password is unknown, used, replaced by a newer one, or too old. */
export function brokenLinkPage(site: Site): string {
  return layout(site, {
    title: 'This link no longer works',
    mood: 'asleep',
    lead: 'It was used already, it is too old, or there is a newer one. Ask for a new link.',
    content: html`<a class="button primary" href="${site.startUrl}">Log in</a>`,
  });
}

const AFTER_ANOTHER =
  'If someone else may have used your account, also remove passkeys and tokens that aren’t yours, under Security.';

export function passwordSavedPage(site: Site, lead: string): string {
  return layout(site, {
    title: 'Your new password is saved',
    mood: 'content',
    lead,
    content: html`<p class="more small">${AFTER_ANOTHER}</p>
      <a class="button primary" href="${site.startUrl}">Log in</a>`,
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
