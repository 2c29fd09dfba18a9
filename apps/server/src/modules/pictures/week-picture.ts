import type { PigMood } from '@oinkly/artwork/pig';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { formatUsd } from '@oinkly/domain/money';
import { balanceOf } from '@oinkly/domain/week-balance';
import { formatDaysLeft } from '@oinkly/domain/weeks';
import { box, color, disc, page, standingPig, text, word, type PictureElement } from './picture-elements.ts';

/** A week for a widget. It shows sums, so only its owner gets it. */
export interface WeekPictureSpec {
  thing: 'week';
  format: 'week';
  mood: PigMood;
  budgetCents: number;
  spentCents: number;
  /** Days left after today. */
  daysLeft: number;
}

const PIG_WIDTH = 300;
/** Room for the sum beside the pig. */
const SUM_WIDTH = 430;
/** Of a digit, per pixel of font size. */
const DIGIT_WIDTH = 0.6;

export function weekPicture({ mood, budgetCents, spentCents, daysLeft }: WeekPictureSpec): PictureElement {
  const { isOver, differenceCents, side } = balanceOf({ budgetCents, spentCents });
  const sum = formatUsd(differenceCents);
  return page(
    { position: 'relative', padding: '40px 44px' },
    disc(300, { top: 46, left: 456 }),
    standingPig(mood, PIG_WIDTH, { top: 334, left: 462 }),
    word({ fontSize: 32 }, PRODUCT_NAME),
    word(
      {
        fontSize: Math.min(104, SUM_WIDTH / (sum.length * DIGIT_WIDTH)),
        lineHeight: 1,
        letterSpacing: '-0.022em',
        marginTop: 54,
        ...(isOver && { color: color('--color-over') }),
      },
      sum,
    ),
    word({ fontSize: 36, marginTop: 14 }, `${side} this week`),
    box(
      { marginTop: 'auto' },
      word(
        { ...text(28), whiteSpace: 'nowrap' },
        `Budget ${formatUsd(budgetCents)}, ${formatDaysLeft(daysLeft).toLowerCase()}`,
      ),
    ),
  );
}
