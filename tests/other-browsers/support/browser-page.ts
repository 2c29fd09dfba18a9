import { expect } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrowserDriver } from './browser-driver.ts';
import { locate, type Found, type Spot, type Target, type Words } from './locate.ts';
import { RECORDED_ERRORS } from './watched-site.ts';

/** Finds elements by role, name and label, alike in every browser. */
const LIBRARY = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);
/** Long enough for a page's first load on a busy machine. */
const PATIENCE = { timeout: 20_000, intervals: [50] };
/** Keys of the WebDriver standard. */
const KEYS = { Enter: '\uE007', Escape: '\uE00C', ArrowLeft: '\uE012', ArrowRight: '\uE014' };

const words = (value: string | RegExp): Words =>
  typeof value === 'string' ? value : { source: value.source, flags: value.flags };

/** An element with a role and, if given, an accessible name. */
export const role = (name: string, called?: string | RegExp): Target => ({
  by: 'role',
  role: name,
  ...(called !== undefined && { name: words(called) }),
});
export const button = (name: string | RegExp) => role('button', name);
export const link = (name: string | RegExp) => role('link', name);
export const heading = (name: string | RegExp) => role('heading', name);
export const dialog = (name: string | RegExp) => role('dialog', name);
export const region = (name: string | RegExp) => role('region', name);
/** An element that holds a text itself. */
export const text = (value: string | RegExp): Target => ({ by: 'text', words: words(value) });
/** A form's control by its label. */
export const field = (label: string | RegExp): Target => ({ by: 'label', words: words(label) });
export const placeholder = (value: string): Target => ({ by: 'placeholder', words: value });
/** `target` inside of `place`. */
export const inside = (place: Target, target: Target): Target => ({
  ...target,
  within: target.within ? inside(place, target.within) : place,
});

/** Those at `target` whose text contains or matches `content`. */
export const containing = (target: Target, content: string | RegExp): Target => ({
  ...target,
  containing: words(content),
});

/** A page as a person uses it. Every verb waits until it can be done, also over a navigation, and fails with the reason. */
export class BrowserPage {
  readonly #driver: BrowserDriver;
  readonly #origin: string;
  readonly #pictures: string;

  constructor(driver: BrowserDriver, { origin, pictures }: { origin: string; pictures: string }) {
    this.#driver = driver;
    this.#origin = origin;
    this.#pictures = pictures;
  }

  async open(path: string): Promise<void> {
    await this.#driver.open(new URL(path, this.#origin).href);
  }

  async goBack(): Promise<void> {
    await this.#driver.goBack();
  }

  /** Presses a target's center once it has stopped moving and nothing covers it. */
  async click(target: Target): Promise<void> {
    let last: Spot | null = null;
    await expect(async () => {
      const { spot } = await this.#find(target, true);
      if ('problem' in spot) throw new Error(`${nameOf(target)} ${spot.problem}`);
      const isStill = last !== null && 'x' in last && last.x === spot.x && last.y === spot.y;
      last = spot;
      if (!isStill) throw new Error(`${nameOf(target)} still moves`);
      await this.#driver.click(spot);
    }).toPass(PATIENCE);
  }

  /** Replaces a field's contents by typing. */
  async fill(target: Target, value: string): Promise<void> {
    await this.click(target);
    await this.focuses(target);
    await this.#driver.run('() => document.activeElement.select()', []);
    await this.#driver.type(value);
  }

  /** Types into what has the focus. */
  async type(value: string): Promise<void> {
    await this.#driver.type(value);
  }

  async press(key: keyof typeof KEYS): Promise<void> {
    await this.#driver.type(KEYS[key]);
  }

  /** Waits until a target has the focus. */
  async focuses(target: Target): Promise<void> {
    await expect(async () => {
      expect((await this.#find(target)).found.isFocused, `the focus on ${nameOf(target)}`).toBe(true);
    }).toPass(PATIENCE);
  }

  async sees(target: Target): Promise<void> {
    await expect(async () => {
      expect(await this.#textsOf(target), nameOf(target)).not.toEqual([]);
    }).toPass(PATIENCE);
  }

  async seesNo(target: Target): Promise<void> {
    await this.counts(target, 0);
  }

  async counts(target: Target, count: number): Promise<void> {
    await expect(async () => {
      expect(await this.#textsOf(target), nameOf(target)).toHaveLength(count);
    }).toPass(PATIENCE);
  }

  /** Waits until the texts of all elements at a target contain or match these, in order. */
  async reads(target: Target, ...expected: (string | RegExp)[]): Promise<void> {
    const parts: unknown[] = expected.map((one) =>
      typeof one === 'string' ? expect.stringContaining(one) : expect.stringMatching(one),
    );
    await expect(async () => {
      expect(await this.#textsOf(target), nameOf(target)).toEqual(parts);
    }).toPass(PATIENCE);
  }

  /** The address that a link leads to. */
  async addressOf(target: Target): Promise<string> {
    await this.sees(target);
    const { href } = (await this.#find(target)).found;
    if (href === null) throw new Error(`${nameOf(target)} is no link`);
    return href;
  }

  async isAt(path: string): Promise<void> {
    await expect(async () => {
      expect(await this.#ask('() => location.pathname')).toBe(path);
    }).toPass(PATIENCE);
  }

  /** Writes a picture of the page beside the results of the test. */
  async picture(name: string): Promise<void> {
    await mkdir(this.#pictures, { recursive: true });
    await writeFile(join(this.#pictures, `${name}.png`), await this.#driver.screenshot());
  }

  /** All errors of its pages so far. */
  async errors(): Promise<string[]> {
    return [...this.#driver.errors(), ...((await this.#ask(RECORDED_ERRORS)) as string[])];
  }

  async #textsOf(target: Target): Promise<string[]> {
    return (await this.#find(target)).found.texts;
  }

  async #find(target: Target, isForPress = false): Promise<{ found: Found; spot: Spot }> {
    for (;;) {
      const answer = (await this.#ask(String(locate), target, isForPress)) as ReturnType<typeof locate>;
      if (answer) return answer;
      // Each document needs the library once.
      await this.#driver.run(`() => { ${LIBRARY} }`, []);
    }
  }

  async #ask(source: string, ...args: unknown[]): Promise<unknown> {
    return JSON.parse(await this.#driver.run(source, args)) as unknown;
  }
}

function nameOf({ within, ...target }: Target): string {
  const own = Object.values(target)
    .slice(1)
    .map((part) => (typeof part === 'string' ? part : `/${part.source}/`))
    .join(' ');
  return within ? `${own} in ${nameOf(within)}` : own;
}
