import type { RouteName } from '@oinkly/contract/endpoints';
import { FIRST_VIEW_ID, type FirstAnswer, type FirstCall, type FirstView } from '@oinkly/contract/first-view';
import { guardedScreenAt, openScreenAt } from '@oinkly/contract/screens';
import { dayInZone, type Day } from '@oinkly/domain/days';
import type { QueryClient } from '@tanstack/react-query';
import { browserTimeZone } from '../shared/hooks/time-zone.ts';
import type { PageTime } from '../shared/hooks/use-now.ts';
import { urlOf, withAnswers } from '../shared/http/call.ts';
import { noteLastKnown } from '../shared/http/confirmed.ts';
import { actAs, currentUserQuery } from '../shared/http/current-user.ts';
import { lastUserId } from '../shared/http/last-user.ts';
import type { Loader } from '../shared/http/loader.ts';
import { cacheBody, cachedAnswer } from '../shared/http/offline-cache.ts';
import { createQueryClient, markAsWithPage } from '../shared/http/query-client.ts';
import { screens } from './lazy-screens.ts';

/** Null without data in the page (ADR 26). */
export function takeFirstView(): FirstView | null {
  const element = document.getElementById(FIRST_VIEW_ID);
  element?.remove();
  return element?.textContent ? (JSON.parse(element.textContent) as FirstView) : null;
}

/** The time with which the server draws the view. */
export function timeOf({ readAtMs, timeZone }: FirstView): PageTime {
  return { now: new Date(readAtMs), timeZone };
}

/** Returns what the screen at `address` calls first, or null if its address doesn't say. Calls nothing. */
export async function callsOf(address: string, today: Day): Promise<readonly FirstCall[] | null> {
  const calls: FirstCall[] = [];
  const note = (asked: FirstCall) => {
    calls.push(asked);
    return new Promise<never>(() => undefined);
  };
  const load = await loaderAt(address, today);
  return withAnswers(note, () => load(createQueryClient(() => undefined))) ? calls : null;
}

/** Shows what came with the page, and keeps it for a start without a network. */
export async function showFirstView(
  queryClient: QueryClient,
  address: string,
  view: FirstView,
): Promise<void> {
  const { user } = view;
  if (user) actAs(user);
  await fillFrom(queryClient, address, view);
  if (!user) return;
  const keep = ({ name, url, body, nextCursor }: FirstAnswer) =>
    void cacheBody({ userId: user.id, name, url }, body, nextCursor);
  keep({ name: 'getCurrentUser', url: urlOf('getCurrentUser'), body: user });
  for (const answer of view.answers) keep(answer);
}

/** Fills the query cache with this device's last answers. Returns false if one is missing. */
export async function showLastKnown(queryClient: QueryClient, address: string): Promise<boolean> {
  const today = dayInZone(new Date(), browserTimeZone());
  const [user, calls] = await Promise.all([
    lastKnown('getCurrentUser', urlOf('getCurrentUser')),
    callsOf(address, today),
  ]);
  if (!user || !calls) return false;
  const known = await Promise.all(calls.map(({ name, url }) => lastKnown(name, url)));
  const answers = known.filter((answer) => answer !== null);
  if (answers.length < calls.length) return false;
  const filledAtMs = noteLastKnown();
  actAs(user.body);
  await fillFrom(queryClient, address, { user: user.body, today, answers });
  // The server's clock may be ahead.
  const dataUpdatedAt = Math.min(filledAtMs - 1, ...answers.map(({ answeredAtMs }) => answeredAtMs));
  for (const query of queryClient.getQueryCache().getAll())
    query.setState({ dataUpdatedAt, isInvalidated: true });
  return true;
}

/** Fills the query cache, in the browser and on the server. */
export async function fillFrom(
  queryClient: QueryClient,
  address: string,
  { user, today, answers }: Pick<FirstView, 'user' | 'today' | 'answers'>,
): Promise<void> {
  if (user) queryClient.setQueryData(currentUserQuery.queryKey, user);
  const known = new Map(answers.map((answer) => [answer.url, Promise.resolve(answer)]));
  const load = await loaderAt(address, today);
  await Promise.all(
    withAnswers(
      ({ url }) => known.get(url),
      () => load(queryClient),
    ) ?? [],
  );
  markAsWithPage(queryClient);
}

async function loaderAt(
  address: string,
  today: Day,
): Promise<(queryClient: QueryClient) => ReturnType<Loader>> {
  const { pathname: path, search } = new URL(`http://page.invalid${address}`);
  const screen = openScreenAt(path) ?? guardedScreenAt(path, { signupCompleted: true });
  const part = screen === 'welcome' ? null : await screens[screen].preload();
  return (queryClient) => part?.loader?.(queryClient, { path, search, today }) ?? null;
}

async function lastKnown<N extends RouteName>(name: N, url: string) {
  const answer = await cachedAnswer({ userId: lastUserId(), name, url });
  if (!answer) return null;
  const { body, headers, answeredAtMs } = answer;
  return { name, url, body, nextCursor: headers.get('X-Next-Cursor') ?? undefined, answeredAtMs };
}
