import { describe, expect, test } from 'vitest';
import { errorCatalogue, messageOf, type CatalogueEntry, type ErrorCode } from './errors.ts';

const entries = Object.entries<CatalogueEntry>(errorCatalogue);

describe.each(entries)('the error %s', (code, { status, message, retryable, actionRequired }) => {
  test('has a code in capitals, an error status, and a sentence without the code', () => {
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThanOrEqual(599);
    expect(Number.isInteger(status)).toBe(true);
    expect(message.trim()).toBe(message);
    expect(message).not.toBe('');
    expect(message).not.toMatch(/[A-Z]+_[A-Z]+|undefined|null|\bstack\b|sql/i);
  });

  test('says to try again exactly as it should', () => {
    // Waiting helps when a server is down, overloaded or failing …
    if ([429, 500, 503].includes(status)) expect(retryable).toBe(true);
    // … but not when something is missing, forbidden, of the wrong type or too large.
    if ([401, 403, 404, 405, 413, 415].includes(status)) expect(retryable).toBe(false);
    // Required actions do not happen by themselves.
    if (actionRequired !== null) expect(retryable).toBe(false);
  });
});

test('names the provider in every text that needs it, also without knowing it', () => {
  expect(messageOf('SETUP_TOKEN_REFUSED', 'Larder')).toMatch(/^Larder refused this token\./);
  expect(messageOf('SETUP_TOKEN_REFUSED')).toMatch(/^The bank-linking service refused this token\./);
  const texts = entries.map(([code]) => messageOf(code as ErrorCode));
  expect(texts.filter((text) => /[{}]/.test(text))).toEqual([]);
});

test('asks for reconnecting only for bank problems and for a login only without a session', () => {
  const asking = entries.filter(([, { actionRequired }]) => actionRequired !== null);
  expect(Object.fromEntries(asking.map(([code, { actionRequired }]) => [code, actionRequired]))).toEqual({
    REAUTH_REQUIRED: 'log_in_again',
    BANK_LOGIN_REQUIRED: 'reconnect_account',
    BANK_CONNECTION_GONE: 'reconnect_account',
  });
});

test('a request that is wrong in itself is never worth repeating unchanged', () => {
  for (const code of [
    'VALIDATION_FAILED',
    'MALFORMED_BODY',
    'ONE_TIME_TOKEN_INVALID',
    'LINK_STATE_INVALID',
  ] as const) {
    expect(errorCatalogue[code]).toMatchObject({ status: 400, retryable: false });
  }
});

test("no session is a browser's only 401, and its message sends the browser to log in", () => {
  const codes = entries.filter(([, { status }]) => status === 401).map(([code]) => code);
  // No page sends a personal token.
  expect(codes).toEqual(['UNAUTHORIZED', 'TOKEN_INVALID']);
  expect(errorCatalogue.UNAUTHORIZED.message).toBe('Unauthorized');
});

test('a limit that was reached is a 429', () => {
  expect(errorCatalogue.RATE_LIMITED.status).toBe(429);
});
