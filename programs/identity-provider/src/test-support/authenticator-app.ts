import { codeOfStep, stepOf } from '../authenticator-apps/totp.ts';
import type { Browser, BrowserPage } from './browser.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A phone's app with one account, from the key on the page. */
export class AuthenticatorApp {
  readonly secret: Buffer;

  constructor(key: string) {
    const bits = Array.from(key.replaceAll(' ', ''), (sign) => {
      const value = ALPHABET.indexOf(sign);
      if (value < 0) throw new Error(`${sign} is not of base 32`);
      return value.toString(2).padStart(5, '0');
    }).join('');
    this.secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  }

  /** @param steps from now */
  codeAt(now: Date, steps = 0): string {
    return codeOfStep(this.secret, stepOf(now) + steps);
  }

  /** One that no clock nearby shows. */
  wrongCodeAt(now: Date): string {
    const near = [-1, 0, 1].map((steps) => this.codeAt(now, steps));
    return ['000000', '000001', '000002', '000003'].find((code) => !near.includes(code)) ?? '';
  }
}

/** Reads the key, as a user would type it. */
export function keyOn({ text }: Pick<BrowserPage, 'text'>): string {
  return /class="key-text">([^<]+)</.exec(text)?.[1] ?? '';
}

export function recoveryCodesOn({ text }: Pick<BrowserPage, 'text'>): string[] {
  return Array.from(text.matchAll(/<li><code>([^<]+)</g), ([, code]) => code ?? '');
}

/** Sets up an app on the account page after a recent login. */
export async function addAuthenticatorApp(browser: Browser, now: Date) {
  const form = await browser.open('/idp/account/authenticator-app');
  const app = new AuthenticatorApp(keyOn(form));
  const page = await browser.submit(form, { code: app.codeAt(now) });
  return { app, page, recoveryCodes: recoveryCodesOn(page) };
}
