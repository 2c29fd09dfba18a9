export interface BrowserPage {
  status: number;
  url: URL;
  headers: Headers;
  text: string;
  /** The form's action as an absolute URL. */
  formAction(): string;
  hiddenFields(): Record<string, string>;
}

interface Cookie {
  name: string;
  value: string;
  path: string;
  /** The Set-Cookie header. */
  line: string;
}

/**
 * A minimal browser: cookies with paths, redirects up to a foreign address, forms. Pages have their public origin, but requests go to the
 * server's real address, as through a proxy.
 */
export class Browser {
  readonly #cookies = new Map<string, Cookie>();
  readonly #origin: string;
  #address: string;

  /** @param address for example 'http://127.0.0.1:4321' */
  constructor(origin: string, address: string) {
    this.#origin = origin;
    this.#address = address;
  }

  /** Switches to another process of the same origin. */
  moveTo(address: string): void {
    this.#address = address;
  }

  cookiesNamed(name: RegExp): Cookie[] {
    return Array.from(this.#cookies.values()).filter((cookie) => name.test(cookie.name));
  }

  /** Edits cookies, as a user can by hand. */
  changeCookies(name: RegExp, change: (value: string) => string): void {
    for (const cookie of this.cookiesNamed(name)) cookie.value = change(cookie.value);
  }

  async open(
    url: string,
    headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ): Promise<BrowserPage> {
    return this.#send('GET', new URL(url, this.#origin), undefined, headers);
  }

  /** Sends a page's form; `headers` override the browser's. */
  async submit(
    page: BrowserPage,
    fields: Record<string, string | readonly string[]>,
    headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ): Promise<BrowserPage> {
    const body = new URLSearchParams(page.hiddenFields());
    for (const [name, values] of Object.entries(fields)) {
      body.delete(name);
      for (const value of [values].flat()) body.append(name, value);
    }
    return this.#send('POST', new URL(page.formAction()), body, headers);
  }

  /** Sends one of several forms of a page. */
  async post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ): Promise<BrowserPage> {
    return this.#send('POST', new URL(path, this.#origin), new URLSearchParams(fields), headers);
  }

  /** Sends a form and ignores the answer, like the first click of a double click. */
  async submitAndLeave(page: BrowserPage, fields: Record<string, string>): Promise<void> {
    await this.#fetch(
      'POST',
      new URL(page.formAction()),
      new URLSearchParams({ ...page.hiddenFields(), ...fields }),
      { 'sec-fetch-site': 'same-origin' },
    );
  }

  async #send(
    method: 'GET' | 'POST',
    url: URL,
    body: URLSearchParams | undefined,
    headers: Record<string, string>,
  ): Promise<BrowserPage> {
    const response = await this.#fetch(method, url, body, headers);
    const text = await response.text();
    const location = response.headers.get('location');
    if (location === null) return pageOf(response, url, text);
    const next = new URL(location, url);
    const goesOn = next.origin === this.#origin && next.pathname.startsWith('/idp');
    return goesOn ? this.#send('GET', next, undefined, headers) : pageOf(response, next, text);
  }

  async #fetch(
    method: 'GET' | 'POST',
    url: URL,
    body: URLSearchParams | undefined,
    headers: Record<string, string>,
  ): Promise<Response> {
    const response = await fetch(this.#address + url.pathname + url.search, {
      method,
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: this.#cookieHeader(url.pathname), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    this.#keepCookies(response.headers.getSetCookie());
    return response;
  }

  #cookieHeader(path: string): string {
    return Array.from(this.#cookies.values())
      .filter((cookie) => path === cookie.path || path.startsWith(`${cookie.path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  #keepCookies(lines: string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ');
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(name.length + 1);
      const path =
        /^path=(.*)$/i.exec(attributes.find((attribute) => /^path=/i.test(attribute)) ?? '')?.[1] ?? '/';
      const gone =
        value === '' || attributes.some((attribute) => /^expires=Thu, 01 Jan 1970/i.test(attribute));
      if (gone) this.#cookies.delete(`${name} ${path}`);
      else this.#cookies.set(`${name} ${path}`, { name, value, path, line });
    }
  }
}

function pageOf(response: Response, url: URL, text: string): BrowserPage {
  return {
    status: response.status,
    url,
    headers: response.headers,
    text,
    formAction: () => {
      const action = /<form[^>]* action="([^"]+)"/.exec(text)?.[1];
      if (action === undefined) throw new Error(`There is no form on ${url.href}: ${text}`);
      return new URL(action, url).href;
    },
    hiddenFields: () =>
      Object.fromEntries(
        Array.from(text.matchAll(/<input[^>]*type="hidden"[^>]*>/g), ([input]) => [
          /name="([^"]*)"/.exec(input)?.[1] ?? '',
          /value="([^"]*)"/.exec(input)?.[1] ?? '',
        ]),
      ),
  };
}
