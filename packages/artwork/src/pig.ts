import { ROUND, type Shape } from './shape.ts';

/** The pig's mood: `asleep` without data, `proud` well under budget, `worried` above 80%, `cracked` over it. */
export type PigMood = 'asleep' | 'content' | 'proud' | 'worried' | 'cracked';

/** An object that the pig carries on screens that are not about a week. */
export interface PigProp {
  shape: Shape;
  /** Whether the coin still fits. */
  leavesSlot: boolean;
}

/** The area of the pig with its coin. Its feet are 9 units above the bottom. */
export const PIG_VIEW_BOX = '0 0 176 140';

export const PIG_SHADOW: Shape = ['ellipse', { cx: 84, cy: 131, rx: 58, ry: 5, fill: 'var(--pig-shadow)' }];

export const PIG_COIN: readonly Shape[] = [
  [
    'circle',
    { cx: 83, cy: 16, r: 13, fill: 'var(--color-gold)', stroke: 'var(--color-gold-deep)', strokeWidth: 3.4 },
  ],
  [
    'path',
    {
      d: 'M83 9.5v13m3.8-10.2c-1-1.6-7-2.2-7 .9 0 3 7.2 1.5 7.2 4.7 0 3.2-6.6 2.7-7.6.7',
      stroke: 'var(--color-gold-deep)',
      strokeWidth: 2.2,
      fill: 'none',
      strokeLinecap: 'round',
    },
  ],
];

/** Whether the pig shows a coin in this mood. */
export function hasCoin(mood: PigMood): boolean {
  return mood === 'proud' || mood === 'content';
}

const EYES: Record<PigMood, readonly Shape[]> = {
  asleep: [['path', { d: 'M106 63q6 4 12 0', strokeWidth: 3 }]],
  content: [['circle', { cx: 112, cy: 62, r: 3.6, fill: 'var(--pig-eye)', stroke: 'none' }]],
  proud: [['path', { d: 'M106 63q6-7 12 0', strokeWidth: 3.2 }]],
  worried: [
    ['circle', { cx: 112, cy: 63, r: 3.6, fill: 'var(--pig-eye)', stroke: 'none' }],
    ['path', { d: 'M105 55l11-3', strokeWidth: 2.6 }],
  ],
  cracked: [
    ['path', { d: 'M108 59l8 8m0-8l-8 8', strokeWidth: 3 }],
    ['path', { d: 'M58 40l8 14-10 8 12 12-7 14', strokeWidth: 2.6 }],
  ],
};

/** The pig without coin and shadow. */
export function pigIn(mood: PigMood): readonly Shape[] {
  const isSad = mood === 'worried' || mood === 'cracked';
  return [
    [
      'g',
      { fill: 'var(--pig)', stroke: 'var(--pig-deep)', strokeWidth: 4, ...ROUND },
      [
        'path',
        { d: 'M25 74c-9-1-15-7-13-13 2-5 9-4 8 1-1 4-6 3-6 0', fill: 'none', stroke: 'var(--pig-tail)' },
      ],
      [
        'path',
        {
          d: 'M47 104v20a5 5 0 0 0 5 5h9a5 5 0 0 0 5-5v-12M98 112v12a5 5 0 0 0 5 5h9a5 5 0 0 0 5-5v-22',
        },
      ],
      [
        'path',
        {
          d: 'M24 76c0-28 26-46 58-46 14 0 26 3 36 9 6-7 14-11 22-11-3 8-4 15-3 21 6 6 9 12 11 19h8c4 0 7 3 7 7v15c0 4-3 7-7 7h-11c-10 14-31 22-57 22-38 0-64-17-64-43z',
        },
      ],
      ['path', { d: 'M118 39c-6 4-9 9-10 15 8-1 14-3 18-8', fill: 'var(--pig-soft)', strokeWidth: 3.4 }],
      ['path', { d: 'M36 66c5-16 20-25 38-26', fill: 'none', stroke: 'var(--pig-light)', strokeWidth: 6 }],
      ['path', { d: 'M66 35q17-6 34 0', fill: 'none', strokeWidth: 6 }],
      ['rect', { x: 144, y: 68, width: 20, height: 29, rx: 8, fill: 'var(--pig-soft)' }],
      ['path', { d: isSad ? 'M120 96q8-6 15 0' : 'M120 92q8 7 16 1', fill: 'none', strokeWidth: 3.6 }],
    ],
    ['g', { fill: 'none', stroke: 'var(--pig-eye)', ...ROUND }, ...EYES[mood]],
    ['circle', { cx: 151.5, cy: 78, r: 2.2, fill: 'var(--pig-deep)' }],
    ['circle', { cx: 151.5, cy: 87, r: 2.2, fill: 'var(--pig-deep)' }],
    ['ellipse', { cx: 103, cy: 80, rx: 8, ry: 5, fill: 'var(--blush)' }],
  ];
}

export const PIG_SNORES: Shape = [
  'g',
  { fill: 'none', stroke: 'var(--color-ink-soft)', strokeWidth: 2.6, ...ROUND },
  ['path', { d: 'M147 22h9l-9 10h9' }],
  ['path', { d: 'M163 5h7l-7 8h7' }],
];

/** For a lost connection. */
export const PLUG: PigProp = {
  leavesSlot: false,
  shape: [
    'g',
    { fill: 'none', stroke: 'var(--color-ink-soft)', strokeWidth: 4, ...ROUND },
    ['path', { d: 'M14 62C-6 44 2 20 22 18' }],
    ['path', { d: 'M22 10v16h8a8 8 0 0 0 0-16z', fill: 'var(--color-card)' }],
    ['path', { d: 'M38 14h8M38 22h8' }],
  ],
};
