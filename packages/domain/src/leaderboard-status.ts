import { isPraised, joiningExpenseOf, percentLeft, type Ranked } from './ranking.ts';

export const NO_ONE_UNDER = 'No one is under budget this week.';
/** Of a user over budget whom no one is ahead of. */
export const OVER_STATUS = 'This week is <strong>spent</strong>. Monday is a fresh start.';

/**
 * The user's standing (PD-26), naming no friend further down (PD-77), without praise for being over budget (D-13). Its only markup is `<strong>`; names
 * are escaped. Cost: n in the rows.
 */
export function leaderboardStatus(ranking: readonly Ranked[], userId: string): string {
  const own = ranking.find((entry) => entry.competitor.userId === userId);
  if (!own) return '';
  if (ranking.length === 1) return aloneStatus(percentLeft(own.competitor));

  const joining = joiningExpenseOf(own.competitor);
  if (joining) return `You join the ranks with your <strong>${joining} expense</strong>.`;
  if (!ranking.some(({ competitor }) => isPraised(competitor))) return NO_ONE_UNDER;
  if (own.rank === 1 && !isPraised(own.competitor)) return OVER_STATUS;

  const place = `<strong>${ordinal(own.rank)}</strong>`;
  const others = ranking.filter((entry) => entry !== own);
  const tied = others.filter((entry) => entry.rank === own.rank);
  if (tied[0]) {
    const rest = tied.length - 1;
    const company =
      rest === 0 ? nameOf(tied[0]) : `${nameOf(tied[0])} and ${rest === 1 ? 'one more' : `${rest} more`}`;
    return `You share ${place} with ${company}.`;
  }
  const ahead = others.filter((entry) => entry.rank < own.rank).at(-1);
  return ahead ? `You’re ${place}, behind ${nameOf(ahead)}.` : `You’re ${place} this week.`;
}

const ORDINAL_RULES = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ORDINAL_SUFFIXES: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

export function ordinal(rank: number): string {
  return `${rank}${ORDINAL_SUFFIXES[ORDINAL_RULES.select(rank)] ?? 'th'}`;
}

function aloneStatus(left: number): string {
  if (left >= 50) return '<strong>Plenty left</strong> this week.';
  if (left > 0) return 'You’re <strong>on track</strong> this week.';
  return OVER_STATUS;
}

function nameOf(entry: Ranked): string {
  return escapeHtml(entry.competitor.name);
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
