import type { Passkey } from '../storage/passkeys.ts';
import { day } from './day.ts';
import { field } from './fields.ts';
import { html } from './html.ts';
import { layout, type Site } from './layout.ts';

const AFTER_REMOVAL = 'It will no longer log you in. If your device still lists it, remove it there too.';

export function passkeyPage(site: Site, { passkey, error }: { passkey: Passkey; error?: string }): string {
  const home = `${site.basePath}/account`;
  const path = `${home}/passkeys/${passkey.id}`;
  return layout(site, {
    title: 'Your passkey',
    mood: 'content',
    content: html`<p class="lead center">
        Added ${day(passkey.createdAt)},
        ${passkey.lastUsedAt === null ? 'not used yet' : html`last used ${day(passkey.lastUsedAt)}`}
      </p>
      <form method="post" action="${path}" novalidate>
        ${field({
          name: 'name',
          type: 'text',
          label: 'Name',
          autocomplete: 'off',
          value: passkey.name,
          maxLength: 60,
          error,
          isFocused: error !== undefined,
        })}
        <button class="button primary" type="submit">Save name</button>
      </form>
      <section class="card">
        <h2>Remove it</h2>
        <p class="soft">${AFTER_REMOVAL}</p>
        <form method="post" action="${path}/remove">
          <button class="button danger" type="submit">Remove passkey</button>
        </form>
      </section>
      <p class="more"><a href="${home}">Back to password and passkeys</a></p>`,
  });
}
