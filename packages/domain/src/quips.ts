import { countWeeks, weekCountWords } from './week-count.ts';
import type { WeekSummary } from './week-summaries.ts';

/**
 * The headline above the year map for the share of completed weeks within budget (DB-11), counted as the
 * squares are (D-11). `year` is the map's (D-3). Cost: n in the weeks.
 */
export function mapQuip(weeks: readonly WeekSummary[], year: number): string {
  const count = countWeeks(weeks);
  const { under, closed: total } = count;
  if (total === 0) return 'No spending data yet. The year is your oyster!';

  const share = under / total;
  const score = `${weekCountWords(count)}.`;
  if (under === 0) return `${score} ${year} still has room for a comeback.`;
  if (under === total) return `${score} ${year} has not seen you slip once.`;
  if (share >= 0.8) return `${score} ${year} is looking plump.`;
  if (share >= 0.6) return `${score} ${year} is filling up nicely.`;
  if (share >= 0.4) return `${score} ${year} could go either way.`;
  if (share >= 0.2) return `${score} ${year} is having an expensive phase.`;
  return `${score} ${year} has been generous to shopkeepers.`;
}

/** The count and a quip for its tier (DB-13). */
export function purchasesHeadline(count: number): string {
  const purchases = count === 1 ? '1 purchase.' : `${count} purchases.`;
  return `${purchases} ${purchasesQuip(count)}`;
}

function purchasesQuip(count: number): string {
  if (count === 0) return 'Your card is enjoying the rest.';
  if (count === 1) return 'A clean start.';
  if (count === 2) return 'A pair is still a quiet week.';
  if (count === 3) return 'Good things come in threes.';
  if (count <= 6) return 'Your card barely felt it.';
  if (count <= 10) return 'A steady little rhythm.';
  if (count <= 15) return 'Your card is stretching its legs.';
  if (count <= 20) return 'Your card is on a first-name basis with cashiers.';
  if (count <= 30) return 'The tap of your card is a drum beat.';
  if (count <= 50) return 'Your card asks for a day off.';
  return 'Your card has earned a medal, and a nap.';
}
