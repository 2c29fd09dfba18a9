import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { browserNavigation } from '../../shared/http/browser-navigation.ts';
import DataScreen from './data-screen.tsx';

prepareEachTest();
beforeEach(() => {
  vi.spyOn(browserNavigation, 'leaveFor').mockImplementation(() => undefined);
});

async function show(answers: Record<string, unknown> = {}, address = '/my-account/data') {
  window.history.replaceState(null, '', address);
  fakeServer({ 'GET /api/auth/recent-login': { recent: true }, ...answers });
  renderApp(<DataScreen />);
}

const EVERYTHING = '/api/export/everything.json';
const link = () => screen.getByRole('link', { name: 'Everything (JSON)' });

function downloads(): string[] {
  const begun: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    if (this.hasAttribute('download')) begun.push(this.pathname);
  });
  onTestFinished(() => click.mockRestore());
  return begun;
}

test('downloads after a recent login [PD-30] [SEC-20]', async () => {
  const begun = downloads();
  await show();
  fireEvent.click(link());
  await vi.waitFor(() => expect(begun).toEqual([EVERYTHING]));
  expect(browserNavigation.leaveFor).not.toHaveBeenCalled();
});

test('requires an older login to be repeated, then downloads [SEC-20]', async () => {
  const begun = downloads();
  await show({ 'GET /api/auth/recent-login': { recent: false } });
  fireEvent.click(link());
  await vi.waitFor(() =>
    expect(browserNavigation.leaveFor).toHaveBeenCalledExactlyOnceWith(
      `/api/login?again=1&returnTo=${encodeURIComponent('/my-account/data?then=export')}`,
    ),
  );
  expect(begun).toEqual([]);
  cleanup();
  await show({}, '/my-account/data?then=export');
  expect(begun).toEqual([EVERYTHING]);
  expect(window.location.search).toBe('');
});
