import type { Pact, SeenAnswer } from '@oinkly/contract/friends';
import type { KeptWeeks, LeaderboardEntry } from '@oinkly/contract/leaderboard';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import { formatDay } from '@oinkly/domain/days';
import type { WeekMark } from '@oinkly/domain/kept-weeks';

/** Says what a friend or guest was sent about the user, in one line for each thing (PD-105). Throws if it is of another shape. */
export function seenWords({ call, json }: SeenAnswer): string[] {
  const part: unknown = JSON.parse(json);
  if (call === 'listFriends') return (part as RouteResponse<'listFriends'>).friends.map(friendWords);
  if (call === 'listPacts')
    return (part as RouteResponse<'listPacts'>).pacts.flatMap((pact) => [
      ...pactWords(pact),
      ...promiseWords(pact),
    ]);
  if (call === 'getGuestPage') {
    const { inviterName, marks } = part as RouteResponse<'getGuestPage'>;
    return [`Your name, “${inviterName}”`, ...marksWords(marks)];
  }
  const { leaderboard, kept } = part as RouteResponse<'getLeaderboard'>;
  return [...leaderboard.flatMap(entryWords), ...marksWords(kept)];
}

function marksWords(marks: KeptWeeks | null): string[] {
  return marks?.users.flatMap((user) => [markWords(user.kept), ...promiseWords(user)]) ?? [];
}

/** Answers of earlier versions don't say it. */
function promiseWords({ promisedWeek }: { promisedWeek?: string | null }): string[] {
  return promisedWeek ? [`That you’re in for the week of ${dayWords(promisedWeek)}`] : [];
}

function friendWords({ name, since }: { name: string; since: string }): string {
  return `Your name, “${name}”, and that you’re friends since ${dayWords(since.slice(0, 10))}`;
}

function entryWords({ name, rank, positionChange, prize, joinsWith }: LeaderboardEntry): string[] {
  const lines = [`Your name, “${name}”, and your rank there: ${rank}`];
  if (positionChange !== 0) {
    const [way, places] = [positionChange > 0 ? 'up' : 'down', Math.abs(positionChange)];
    lines.push(`That you moved ${way} ${places === 1 ? '1 place' : `${places} places`}`);
  }
  if (prize !== null) lines.push(prize === 'trophy' ? 'A trophy' : 'A star');
  if (joinsWith !== null) lines.push(`That you join the ranks with your ${joinsWith} expense`);
  return lines;
}

/** The marks of the weeks since the user joined. */
function markWords(marks: readonly WeekMark[]): string {
  const kept = marks.filter((mark) => mark === 'kept').length;
  const missed = marks.filter((mark) => mark === 'missed').length;
  return `Which of your last weeks have a check mark: ${kept} of ${kept + missed}`;
}

function pactWords({ standing, weeksTogether, forgivenWeek, countsFrom }: Pact): string[] {
  if (standing === 'received') return ['That you propose a pact'];
  if (standing === 'proposed') return ['Their own proposal of a pact with you'];
  const lines = ['That you two have a pact'];
  if (weeksTogether !== null)
    lines.push(weeksTogether === 1 ? '1 week together' : `${weeksTogether} weeks together`);
  if (countsFrom !== null) lines.push(`That it counts from ${dayWords(countsFrom)}`);
  if (forgivenWeek !== null)
    lines.push(`That the week of ${dayWords(forgivenWeek)} is forgiven, and not whose it was`);
  return lines;
}

function dayWords(day: string): string {
  return formatDay(day, { month: 'long', day: 'numeric', year: 'numeric' });
}
