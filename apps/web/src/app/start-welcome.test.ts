import { afterEach, expect, test, vi } from 'vitest';
import * as browserNavigation from '../shared/http/browser-navigation.ts';
import { SIGNED_OUT_EVERYWHERE_KEY } from '../shared/signed-out-everywhere.ts';
import { startWelcome } from './start-welcome.ts';

afterEach(() => {
  window.localStorage.clear();
  vi.restoreAllMocks();
});

function welcome(): { page: Element; notice: HTMLElement } {
  const page = document.createElement('main');
  const notice = document.createElement('p');
  notice.setAttribute('role', 'status');
  notice.hidden = true;
  page.append(notice);
  return { page, notice };
}

test('says once that the user is signed out on all devices', () => {
  window.localStorage.setItem(SIGNED_OUT_EVERYWHERE_KEY, '1');
  const [first, second] = [welcome(), welcome()];
  startWelcome(first.page);
  startWelcome(second.page);
  expect([first.notice.hidden, second.notice.hidden]).toEqual([false, true]);
});

test('Back reloads the page, because a user may have logged in since [SEC-3]', () => {
  const reload = vi.spyOn(browserNavigation, 'reloadPage').mockReturnValue();
  startWelcome(welcome().page);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(reload).toHaveBeenCalled();
});

test('a problem that the page names comes again as news, which screen readers say', () => {
  const { page } = welcome();
  const problem = document.createElement('p');
  problem.role = 'alert';
  problem.textContent = 'Too many tries.';
  page.append(problem);
  const changes = new MutationObserver(() => undefined);
  changes.observe(problem, { childList: true });
  startWelcome(page);
  expect(changes.takeRecords().flatMap(({ addedNodes }) => [...addedNodes])).toHaveLength(1);
  expect(problem.textContent).toBe('Too many tries.');
});
