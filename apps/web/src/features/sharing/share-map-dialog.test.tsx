import { aSharedMap } from '@oinkly/contract/samples';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { aUser } from '../../test-support/wire.ts';
import ShareMapDialog from './share-map-dialog.tsx';

prepareEachTest();

const URL_OF_MAP = 'https://oinkly.example/m/abc';
const aPicture = () => new Response(new Blob(['png'], { type: 'image/png' }));

function show(answers: Record<string, unknown> = {}) {
  const server = fakeServer({
    'GET /api/map-share': { url: null, map: aSharedMap() },
    'GET /api/map-share/picture.png': aPicture,
    ...answers,
  });
  const onClose = vi.fn();
  renderApp(<ShareMapDialog user={aUser()} onClose={onClose} />);
  return { server, onClose };
}

const picture = () => screen.findByRole<HTMLImageElement>('img', { name: /18 of 20 weeks/ });
const publicLink = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Public link' });
const askedFormats = ({ requests }: ReturnType<typeof show>['server']) =>
  requests.flatMap(({ url }) => new URLSearchParams(url.split('?')[1]).get('format') ?? []);

test('the picture is shown before it is shared, in the size that is chosen [DB-12] [PD-28]', async () => {
  const { server } = show();
  expect((await picture()).src).toMatch(/^data:image\/png;base64,/);
  expect(askedFormats(server)).toEqual(['story']);
  fireEvent.click(screen.getByRole('radio', { name: 'Wide, for a post' }));
  await waitFor(() => expect(askedFormats(server)).toEqual(['story', 'link']));
  expect((await picture()).className).toContain('1200/630');
});

test('while the picture is drawn, the dialog says so [DB-12]', async () => {
  const drawn = deferred<Response>();
  show({ 'GET /api/map-share/picture.png': () => drawn.promise });
  expect(screen.getByText('Drawing your map...').role).toBe('status');
  drawn.resolve(aPicture());
  await picture();
  expect(screen.queryByText('Drawing your map...')).toBeNull();
});

test('where the system shares no files, the picture is there to download [DB-12]', async () => {
  show();
  await picture();
  const download = screen.getByRole('link', { name: 'Download picture' });
  expect(download.getAttribute('download')).toBe('oinkly-map-story.png');
  expect(download.getAttribute('href')).toMatch(/^data:image\/png/);
  expect(screen.queryByRole('button', { name: 'Share picture' })).toBeNull();
});

/** Gives the browser a share sheet with this outcome. */
function withShareSheet(end: () => Promise<void>) {
  const share = vi.fn<(data: ShareData) => Promise<void>>(end);
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { canShare: { value: () => true }, share: { value: share } }),
  );
  return share;
}

test('the share sheet gets the picture as a file, without name or amounts [DB-12] [PD-23]', async () => {
  const shareSheet = withShareSheet(() => Promise.resolve());
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Share picture' }));
  const [data] = shareSheet.mock.calls[0] ?? [];
  expect(Object.keys(data ?? {})).toEqual(['files']);
  expect(data?.files?.[0]).toMatchObject({ name: 'oinkly-map-story.png', type: 'image/png' });
  expect(screen.getByRole('link', { name: 'Download picture' })).toBeTruthy();
});

test('closing the share sheet is not a failure; a refusal is [DB-12]', async () => {
  let refusal = new DOMException('Closed', 'AbortError');
  const shareSheet = withShareSheet(() => Promise.reject(refusal));
  show();
  const share = await screen.findByRole('button', { name: 'Share picture' });
  fireEvent.click(share);
  await waitFor(() => expect(shareSheet).toHaveBeenCalledOnce());
  expect(screen.queryByText('Not shared')).toBeNull();
  refusal = new DOMException('No', 'NotAllowedError');
  fireEvent.click(share);
  expect(await screen.findByText('Not shared')).toBeTruthy();
});

test('a picture that could not be drawn says so and can be tried again', async () => {
  const { server } = show({ 'GET /api/map-share/picture.png': failing(503) });
  expect(await screen.findByText('We couldn’t draw your picture.')).toBeTruthy();
  server.answer('GET /api/map-share/picture.png', aPicture);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await picture()).toBeTruthy();
});

test('the public link is off until it is switched on, and says what others see [PD-28]', async () => {
  const { server } = show({ 'POST /api/map-share': { url: URL_OF_MAP } });
  const toggle = await publicLink();
  expect(toggle.checked).toBe(false);
  expect(screen.queryByLabelText('Link to your map')).toBeNull();
  expect(screen.getByText(/anyone with the link can see your name and this map/)).toBeTruthy();
  fireEvent.click(toggle);
  expect((await screen.findByLabelText<HTMLInputElement>('Link to your map')).value).toBe(URL_OF_MAP);
  expect(toggle.checked).toBe(true);
  expect(server.bodiesOf('POST /api/map-share')).toHaveLength(1);
});

test('switched off, the link disappears with a message [PD-28]', async () => {
  const { server } = show({
    'GET /api/map-share': { url: URL_OF_MAP, map: aSharedMap() },
    'DELETE /api/map-share': { success: true },
  });
  fireEvent.click(await publicLink());
  expect(await screen.findByText('Public link is off')).toBeTruthy();
  expect(screen.queryByLabelText('Link to your map')).toBeNull();
  expect(server.bodiesOf('DELETE /api/map-share')).toHaveLength(1);
});

test('a switch that failed keeps its state and says so [PD-28]', async () => {
  show({
    'GET /api/map-share': { url: URL_OF_MAP, map: aSharedMap() },
    'DELETE /api/map-share': failing(503, { message: 'Down' }),
  });
  const toggle = await publicLink();
  fireEvent.click(toggle);
  expect(await screen.findByText('Down')).toBeTruthy();
  expect(toggle.checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Link to your map').value).toBe(URL_OF_MAP);
});

test('the link is copied, or shown to copy by hand [PD-28]', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }));
  show({ 'GET /api/map-share': { url: URL_OF_MAP, map: aSharedMap() } });
  fireEvent.click(await screen.findByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText('Copied!')).toBeTruthy();
  expect(writeText).toHaveBeenCalledExactlyOnceWith(URL_OF_MAP);
  writeText.mockRejectedValueOnce(new Error('denied'));
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText('Not copied')).toBeTruthy();
});

test('a link that failed to load can be retried; the picture still shows', async () => {
  const { server } = show({ 'GET /api/map-share': failing(503) });
  expect(await screen.findByText('We couldn’t load your public link.')).toBeTruthy();
  expect(await screen.findByRole('img', { name: 'Your map' })).toBeTruthy();
  server.answer('GET /api/map-share', { url: null, map: aSharedMap() });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await publicLink()).toBeTruthy();
});
