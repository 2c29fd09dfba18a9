import { MAX_IMPORT_FILE_BYTES } from '@oinkly/domain/statements/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  forgetOldShared,
  forgetShared,
  takeSharedFile,
  takeSharedText,
} from '../src/shared/from-other-app.ts';
import { fakeCaches } from '../src/test-support/fake-caches.ts';
import { receiveShare } from './receive-share.ts';

let stored: ReturnType<typeof fakeCaches>;

beforeEach(() => (stored = fakeCaches()));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Returns the status and the page that the answer leads to. */
async function share(fields: Record<string, string | File | File[]>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, one);
  const answer = await receiveShare({
    url: 'https://oinkly.example/share',
    formData: async () => form,
  });
  return `${answer.status} ${answer.headers.get('location')?.replace('https://oinkly.example', '')}`;
}

const statement = (text = 'Date,Name,Amount\n', name = 'card.csv') => new File([text], name);
const isEmpty = () => [...stored.values()].every((answers) => answers.size === 0);

test('a shared file leads to the import, which takes it once [PD-30]', async () => {
  expect(await share({ files: statement('a,b', 'März & Co.csv'), title: 'A file' })).toBe(
    '303 /expenses/import',
  );
  expect(await takeSharedText()).toBeNull();
  const file = await takeSharedFile();
  expect([file?.name, await file?.text()]).toEqual(['März & Co.csv', 'a,b']);
  expect(await takeSharedFile()).toBeNull();
  expect(isEmpty()).toBe(true);
});

test.each([
  [{ text: ' Gym 50 ', title: 'Note', url: 'https://example.org' }, 'Gym 50'],
  [{ text: '', title: 'Gym 50' }, 'Gym 50'],
  [{ text: 'Gym 50\r\nTea 4' }, 'Gym 50\r\nTea 4'],
  [{ url: 'https://example.org' }, 'https://example.org'],
  [{ text: 'Gym 50\n'.repeat(2_000) }, 'Gym 50\n'.repeat(2_000).trim()],
])('a shared text %# leads to quick entry, which takes it once', async (fields, text) => {
  expect(await share(fields)).toBe('303 /?add=expense');
  expect(await takeSharedFile()).toBeNull();
  expect(await takeSharedText()).toBe(text);
  expect(await takeSharedText()).toBeNull();
});

test.each([
  ['nothing', {}],
  ['blanks', { text: ' ', title: '' }],
  ['an empty file', { files: statement('') }],
  ['several files', { files: [statement(), statement()] }],
  ['a file that is too large', { files: statement('x'.repeat(MAX_IMPORT_FILE_BYTES + 1)) }],
])('%s is not kept, and the page says what can be shared [SEC-14]', async (_, fields) => {
  expect(await share(fields)).toBe('303 /?problem=SHARE_NOT_RECEIVED');
  expect(isEmpty()).toBe(true);
});

test('a share that can’t be read or kept leads to the page that says so, not to an error page', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const noForm = new Request('https://oinkly.example/share', { method: 'POST', body: 'no form' });
  const { status, headers } = await receiveShare(noForm);
  expect([status, headers.get('location')]).toEqual([
    303,
    'https://oinkly.example/?problem=SHARE_NOT_RECEIVED',
  ]);
  const isFull = new DOMException('full', 'QuotaExceededError');
  vi.stubGlobal('caches', { open: async () => ({ put: () => Promise.reject(isFull) }) });
  expect(await share({ files: statement() })).toBe('303 /?problem=SHARE_NOT_RECEIVED');
  expect(warn.mock.lastCall).toEqual([expect.any(String), isFull]);
  expect(warn).toHaveBeenCalledTimes(2);
});

test('what is shared replaces what was shared before', async () => {
  await share({ files: statement() });
  await share({ text: 'Gym 50' });
  expect(await takeSharedFile()).toBeNull();
  expect(await takeSharedText()).toBe('Gym 50');
});

test('what no page takes is forgotten after ten minutes, and when someone logs in', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] });
  await share({ text: 'Gym 50' });
  vi.setSystemTime(10 * 60_000);
  await forgetOldShared();
  expect(isEmpty()).toBe(false);
  vi.setSystemTime(10 * 60_000 + 1);
  await forgetOldShared();
  expect(isEmpty()).toBe(true);

  await share({ files: statement() });
  await forgetShared();
  expect(await takeSharedFile()).toBeNull();
});

test('without a cache, or with a blocked one, there is nothing to take', async () => {
  vi.unstubAllGlobals();
  expect(await takeSharedFile()).toBeNull();
  expect(await takeSharedText()).toBeNull();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('caches', { match: () => Promise.reject(new DOMException('blocked', 'SecurityError')) });
  expect(await takeSharedText()).toBeNull();
});
