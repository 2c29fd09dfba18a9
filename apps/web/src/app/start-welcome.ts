import { deleteCachedAnswers } from '../shared/http/offline-cache.ts';
import { SIGNED_OUT_EVERYWHERE_KEY } from '../shared/signed-out-everywhere.ts';
import { keepFilesOut } from './keep-files-out.ts';
import { forgetProblem } from './problem-address.ts';
import { reloadWhenShownAgain } from './shown-again.ts';

/** Does what the welcome page's HTML can't. The page loads none of the app's scripts. */
export function startWelcome(welcome: Element): void {
  reloadWhenShownAgain();
  keepFilesOut();
  forgetProblem();
  void deleteCachedAnswers();
  // Screen readers say an alert when it comes, and not when it is part of the page from the start.
  const problem = welcome.querySelector('[role="alert"]');
  problem?.replaceChildren(...problem.childNodes);
  const notice = welcome.querySelector<HTMLElement>('[role="status"]');
  // Last, because a browser may deny storage.
  if (notice) notice.hidden = localStorage.getItem(SIGNED_OUT_EVERYWHERE_KEY) === null;
  localStorage.removeItem(SIGNED_OUT_EVERYWHERE_KEY);
}
