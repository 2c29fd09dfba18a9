import { type Html, html } from './html.ts';

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** In UTC: the user's zone is unknown. */
export function day(instant: Date): Html {
  return html`<time datetime="${instant.toISOString()}">${format.format(instant)}</time>`;
}
