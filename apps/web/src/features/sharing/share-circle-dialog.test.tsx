import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { deferred, failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { aUser } from '../../test-support/wire.ts';
import ShareCircleDialog from './share-circle-dialog.tsx';

prepareEachTest();

const URL_OF_CIRCLE = 'https://oinkly.example/c/abc';
const aPicture = () => new Response(new Blob(['png'], { type: 'image/png' }));

function show(answers: Record<string, unknown> = {}, user = aUser()) {
  const server = fakeServer({
    'GET /api/circle-share': { url: null, counts: { people: 4, weeks: 8 } },
    'GET /api/circle-share/picture.png': aPicture,
    ...answers,
  });
  renderApp(<ShareCircleDialog user={user} onClose={vi.fn()} />);
  return server;
}

const toggle = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });
const drawn = ({ requests }: ReturnType<typeof show>) =>
  requests.filter(({ url }) => url.startsWith('/api/circle-share/picture.png')).length;

test('the circle’s picture is shown before it is shared, with what it never holds [PD-107]', async () => {
  show();
  const picture = await screen.findByRole<HTMLImageElement>('img', {
    name: 'Check marks of 4 people for 8 weeks.',
  });
  expect(picture.src).toMatch(/^data:image\/png;base64,/);
  expect(screen.getByRole('link', { name: 'Download picture' }).getAttribute('download')).toBe(
    'oinkly-circle-story.png',
  );
  expect(screen.getByText(/No amounts, no ranks. Friends are named only if they agreed/)).toBeTruthy();
});

test('one tap ends the public link, and the picture is drawn without it [PD-107]', async () => {
  const server = show({
    'GET /api/circle-share': { url: URL_OF_CIRCLE, counts: { people: 4, weeks: 8 } },
    'DELETE /api/circle-share': { success: true },
  });
  expect((await screen.findByLabelText<HTMLInputElement>('Link to your circle')).value).toBe(URL_OF_CIRCLE);
  await waitFor(() => expect(drawn(server)).toBe(1));
  fireEvent.click(await toggle('Public link'));
  expect(await screen.findByText('Public link is off')).toBeTruthy();
  expect(screen.queryByLabelText('Link to your circle')).toBeNull();
  await waitFor(() => expect(drawn(server)).toBe(2));
});

test('the public link is off until it is switched on [PD-107]', async () => {
  show({ 'POST /api/circle-share': { url: URL_OF_CIRCLE } });
  const link = await toggle('Public link');
  expect(link.checked).toBe(false);
  fireEvent.click(link);
  expect((await screen.findByLabelText<HTMLInputElement>('Link to your circle')).value).toBe(URL_OF_CIRCLE);
});

test('the first name is off until it is switched on, and the picture is drawn again [PD-107]', async () => {
  const server = show({ 'PUT /api/users': aUser({ signsPictures: true }) });
  const name = await toggle('My first name on it');
  expect(name.checked).toBe(false);
  await waitFor(() => expect(drawn(server)).toBe(1));
  fireEvent.click(name);
  await waitFor(() => expect(server.bodiesOf('PUT /api/users')).toEqual([{ signsPictures: true }]));
  await waitFor(() => expect(drawn(server)).toBe(2));
});

test('a name that was not saved keeps its switch and says so [PD-107]', async () => {
  show({ 'PUT /api/users': failing(503, { message: 'Down' }) });
  const name = await toggle('My first name on it');
  fireEvent.click(name);
  expect(await screen.findByText('Save Failed')).toBeTruthy();
  expect(name.checked).toBe(false);
});

test('a picture that is being drawn when the name is chosen is drawn again [PD-107]', async () => {
  const before = deferred<Response>();
  const server = show({
    'GET /api/circle-share/picture.png': () => before.promise,
    'PUT /api/users': aUser({ signsPictures: true }),
  });
  const name = await toggle('My first name on it');
  await waitFor(() => expect(drawn(server)).toBe(1));
  server.answer('GET /api/circle-share/picture.png', aPicture);
  fireEvent.click(name);
  await waitFor(() => expect(drawn(server)).toBe(2));
  expect(await screen.findByRole('link', { name: 'Download picture' })).toBeTruthy();
});
