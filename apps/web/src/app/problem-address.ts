import { PROBLEM_PARAMETER } from '@oinkly/contract/own-paths';

/** Takes a problem off the page's address, so that a reload doesn't repeat it. */
export function forgetProblem(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has(PROBLEM_PARAMETER)) return;
  url.searchParams.delete(PROBLEM_PARAMETER);
  window.history.replaceState(window.history.state, '', url.pathname + url.search + url.hash);
}
