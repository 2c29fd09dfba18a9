import { type Html, html } from './html.ts';

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day for people. The server does not know where they are: it is the day in Greenwich. */
export function day(instant: Date): Html {
  return html`<time datetime="${instant.toISOString()}">${format.format(instant)}</time>`;
}
