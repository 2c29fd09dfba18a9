import type { PigProp } from './pig.ts';
import { ROUND } from './shape.ts';

// In a separate file, because most screens never show them.

/** For an unknown page. */
export const QUESTION: PigProp = {
  leavesSlot: false,
  shape: [
    'g',
    { fill: 'none', stroke: 'var(--color-gold-text)', strokeWidth: 5, strokeLinecap: 'round' },
    ['path', { d: 'M74 4c1-9 20-9 20 2 0 7-10 7-10 14' }],
    ['path', { d: 'M84 26v.5', strokeWidth: 6 }],
  ],
};

/** For a deleted account. */
export const BUNDLE: PigProp = {
  leavesSlot: true,
  shape: [
    'g',
    ROUND,
    ['path', { d: 'M20 20 84 56', stroke: 'var(--color-gold-text)', strokeWidth: 5, fill: 'none' }],
    [
      'path',
      {
        d: 'M20 20c-14 2-20 16-14 26s24 10 28-2-2-22-14-24z',
        fill: 'var(--color-gold)',
        stroke: 'var(--color-gold-deep)',
        strokeWidth: 3.4,
      },
    ],
    ['path', { d: 'M12 34v.1M24 30v.1M21 43v.1', stroke: 'var(--color-gold-deep)', strokeWidth: 4 }],
    [
      'path',
      {
        d: 'M20 20c-5-5-9-6-13-5M20 20c0-6 2-9 6-12',
        stroke: 'var(--color-gold-text)',
        strokeWidth: 3.4,
        fill: 'none',
      },
    ],
  ],
};

/** For linking a bank. */
export const BANK: PigProp = {
  leavesSlot: false,
  shape: [
    'g',
    { fill: 'var(--color-gold)', stroke: 'var(--color-gold-deep)', strokeWidth: 3.4, ...ROUND },
    ['path', { d: 'M62 8h42v19H62z' }],
    ['path', { d: 'M56 8 83-9l27 17z' }],
    ['path', { d: 'M73 13v9M83 13v9M93 13v9M56 28h54', fill: 'none' }],
  ],
};
