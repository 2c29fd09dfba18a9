/** A browser without scripts: it has cookies, follows redirects and sends forms. */
export class HttpBrowser {
  readonly #cookies = new Map<string, string>();
  url = '';
  body = '';
  status = 0;

  /** Follows redirects until a page answers or an address matches `stopAt`. */
  async open(
    address: string,
    options: { stopAt?: RegExp; method?: string; form?: URLSearchParams } = {},
  ): Promise<this> {
    let next = address;
    let method = options.method ?? 'GET';
    let form = options.form;
    for (let hops = 0; hops < 20; hops += 1) {
      this.url = next;
      if (options.stopAt?.test(next)) return this;
      const response = await fetch(next, {
        method,
        redirect: 'manual',
        headers: {
          cookie: this.cookieHeader,
          'sec-fetch-site': 'same-origin',
          origin: new URL(next).origin,
        },
        ...(form && { body: form }),
      });
      this.#remember(response);
      this.status = response.status;
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || location === null) {
        this.body = await response.text();
        return this;
      }
      await response.body?.cancel();
      next = new URL(location, next).href;
      if (response.status !== 307 && response.status !== 308) {
        method = 'GET';
        form = undefined;
      }
    }
    throw new Error(`Too many redirects, the last one to ${next}`);
  }

  /** Sends the first form that contains `button`, with its hidden fields, ticked boxes and these values. */
  async submit(button: string, values: Record<string, string> = {}, stopAt?: RegExp): Promise<this> {
    const forms = [...this.body.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)];
    const form = forms.find((match) => match[2]?.includes(button));
    if (!form) throw new Error(`No form with '${button}' on ${this.url}:\n${this.body.slice(0, 2000)}`);
    const [, attributes = '', inside = ''] = form;
    const fields = new URLSearchParams();
    for (const [input] of inside.matchAll(/<input\b[^>]*>/g)) {
      const type = attributeOf(input, 'type');
      const name = attributeOf(input, 'name');
      const isSent = type === 'hidden' || (type === 'checkbox' && /\schecked\b/.test(input));
      if (isSent && name) fields.append(name, attributeOf(input, 'value') ?? 'on');
    }
    const buttons = [...inside.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)];
    const pressed =
      buttons.find(([, , text = '']) => text.includes(button)) ??
      buttons.find(([, own = '']) => attributeOf(own, 'name') !== undefined);
    const name = attributeOf(pressed?.[1] ?? '', 'name');
    if (name !== undefined) fields.append(name, attributeOf(pressed?.[1] ?? '', 'value') ?? '');
    for (const [name, value] of Object.entries(values)) fields.set(name, value);
    const target = new URL(attributeOf(attributes, 'action') ?? this.url, this.url);
    const method = (attributeOf(attributes, 'method') ?? 'get').toUpperCase();
    if (method === 'GET') {
      target.search = fields.toString();
      return this.open(target.href, { ...(stopAt && { stopAt }) });
    }
    return this.open(target.href, { method, form: fields, ...(stopAt && { stopAt }) });
  }

  link(text: string): string {
    const links = [...this.body.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)];
    const link = links.find((match) => match[2]?.includes(text));
    const href = link?.[1] ? attributeOf(link[1], 'href') : undefined;
    if (href === undefined) throw new Error(`No link '${text}' on ${this.url}`);
    return new URL(href, this.url).href;
  }

  async call(method: string, address: string, body?: object): Promise<{ status: number; json: unknown }> {
    const response = await fetch(address, {
      method,
      redirect: 'manual',
      headers: {
        cookie: this.cookieHeader,
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    this.#remember(response);
    const text = await response.text();
    return { status: response.status, json: text === '' ? null : JSON.parse(text) };
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #remember(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', ...value] = pair.split('=');
      const isEnded = /;\s*max-age=0\b/i.test(line) || /expires=Thu, 01 Jan 1970/i.test(line);
      if (isEnded || value.join('=') === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value.join('='));
    }
  }
}

function attributeOf(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
