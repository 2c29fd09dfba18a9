import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { InviteOptions } from './invite-options.tsx';

prepareEachTest();

const LINK = `${window.location.origin}/invite/code`;

function show(clipboard?: { writeText: (text: string) => Promise<void> }) {
  if (clipboard) vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: clipboard } }));
  const onInvited = vi.fn();
  renderApp(<InviteOptions link={LINK} onInvited={onInvited} />);
  return onInvited;
}

test("text message and email contain the site's origin [ONB-7]", () => {
  show();
  const sms = screen.getByRole('link', { name: 'Send a text message' }).getAttribute('href') ?? '';
  const mail = screen.getByRole('link', { name: 'Send an email' }).getAttribute('href') ?? '';
  expect(sms).toMatch(/^sms:/);
  expect(mail).toMatch(/^mailto:/);
  for (const url of [sms, mail]) expect(decodeURIComponent(url)).toContain(LINK);
});

test("copying puts the message on the clipboard and says 'Copied!' [ONB-7]", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  const onInvited = show({ writeText });
  fireEvent.click(screen.getByRole('button', { name: 'Copy the invite message' }));
  expect(await screen.findByText('Copied!')).toBeTruthy();
  expect(writeText).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(LINK));
  expect(onInvited).toHaveBeenCalledOnce();
});

test('without clipboard access the message can be copied by hand', async () => {
  show({ writeText: () => Promise.reject(new Error('denied')) });
  fireEvent.click(screen.getByRole('button', { name: 'Copy the invite message' }));
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox');
  expect(text.value).toContain(LINK);
});

test('where the system has a share sheet it is offered, and closing it says nothing', async () => {
  const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')));
  vi.stubGlobal('navigator', Object.create(navigator, { share: { value: share } }));
  const onInvited = vi.fn();
  renderApp(<InviteOptions link={LINK} onInvited={onInvited} />);
  fireEvent.click(screen.getByRole('button', { name: 'Share...' }));
  await vi.waitFor(() =>
    expect(share).toHaveBeenCalledExactlyOnceWith({ text: expect.stringContaining(LINK) as string }),
  );
  expect(onInvited).not.toHaveBeenCalled();
  expect(screen.queryByText('Error')).toBeNull();
});
