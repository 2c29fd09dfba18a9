import { type Html, html } from './html.ts';

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Renders a UTC day, because the server doesn't know the user's zone. */
export function day(instant: Date): Html {
  return html`<time datetime="${instant.toISOString()}">${format.format(instant)}</time>`;
}
