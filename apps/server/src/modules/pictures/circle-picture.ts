import { ROUND, type Shape } from '@oinkly/artwork/shape';
import {
  circleQuip,
  circleRowName,
  countCircle,
  moreInCircle,
  type CircleRow,
  type CircleShownBy,
  type SharedCircle,
  type SharedMark,
} from '@oinkly/domain/shared-circle';
import {
  box,
  disc,
  drawing,
  page,
  standingPig,
  text,
  word,
  type PictureElement,
  type Style,
} from './picture-elements.ts';
import { drawableName } from './picture-letters.ts';
import { BORDER, card, footer, longestOf, nameOf, wordmark, words } from './shared-frame.ts';

/** A circle's check marks without sums. */
export interface CirclePictureSpec extends SharedCircle {
  thing: 'circle';
  format: 'story' | 'link';
  shownBy: CircleShownBy;
  /** Where others find the page or the app, such as `oinkly.example`; null if they can't reach it. */
  address: string | null;
}

/** More rows stand in two columns. */
const ROWS_IN_ONE_COLUMN = { story: 10, link: 5 };
const TALLEST_ROW = 104;

export function circlePicture({ format, ...spec }: CirclePictureSpec): PictureElement {
  return format === 'story' ? storyOf(spec) : previewOf(spec);
}

type Spec = Omit<CirclePictureSpec, 'format'>;

/** Apps cover its upper and lower sixth. */
function storyOf({ address, ...circle }: Spec): PictureElement {
  const quip = circleQuip(countCircle(circle));
  const padding = 50;
  const room = 570;
  const unused = room - Math.min(room, circle.rows.length * TALLEST_ROW);
  return page(
    { alignItems: 'center', paddingTop: 204 + unused * 0.4 },
    wordmark(60, ownerOf(circle)),
    box(
      { flexDirection: 'column', alignItems: 'center', justifyContent: 'center', height: 300 },
      ...words(quip, Math.min(72, 2500 / longestOf(quip)), { textAlign: 'center', maxWidth: 940 }),
    ),
    box(
      { flexDirection: 'column', alignItems: 'center', position: 'relative', paddingTop: 238 },
      disc(490, { top: 0, left: 231 }),
      card(
        { flexDirection: 'column', padding, gap: 30, width: 952 },
        legend(circle, 32, { gap: 38 }),
        rowsOf(circle, {
          width: 952 - 2 * (padding + BORDER),
          height: room,
          columns: columnsOf(circle, 'story'),
        }),
        ...moreWords(circle, 32),
      ),
      ...pigs(circle, 250, { top: 238, middle: 476 }),
    ),
    footer(34, address, { room: 980, flexDirection: 'column', alignItems: 'center', marginTop: 36 }),
  );
}

function previewOf({ address, ...circle }: Spec): PictureElement {
  const quip = circleQuip(countCircle(circle));
  const cardTop = 206;
  const padding = 28;
  return page(
    { padding: '40px 56px 0', position: 'relative' },
    disc(256, { top: 64, left: 812 }),
    box(
      { flexDirection: 'column', height: cardTop - 40, position: 'relative' },
      wordmark(34, ownerOf(circle)),
      box(
        { flexDirection: 'column', marginTop: 10 },
        ...words(quip, Math.min(46, 1500 / longestOf(quip)), {}),
      ),
    ),
    card(
      { flexDirection: 'column', padding, gap: 16, width: 1088 },
      rowsOf(circle, {
        width: 1088 - 2 * (padding + BORDER),
        height: 258,
        columns: columnsOf(circle, 'link'),
      }),
      box({ justifyContent: 'space-between' }, legend(circle, 20, { gap: 22 }), ...moreWords(circle, 20)),
    ),
    footer(22, address, { room: 760, marginTop: 10 }),
    ...pigs(circle, 140, { top: cardTop, middle: 940 }),
  );
}

function columnsOf({ rows }: SharedCircle, format: 'story' | 'link'): 1 | 2 {
  return rows.length > ROWS_IN_ONE_COLUMN[format] ? 2 : 1;
}

function ownerOf({ rows }: SharedCircle): string | null {
  const name = drawableName(rows.find(({ role }) => role === 'sharer')?.name ?? null);
  return name === null ? null : `${name}’s circle`;
}

/** All content, because a mood would be a verdict on people. */
function pigs(
  { rows, more }: SharedCircle,
  width: number,
  { top, middle }: { top: number; middle: number },
): PictureElement[] {
  const count = Math.min(3, rows.length + more);
  const step = width * 0.86;
  return Array.from({ length: count }, (_, index) =>
    standingPig('content', width, { top, left: middle - width / 2 + (index - (count - 1) / 2) * step }),
  );
}

function rowsOf(
  { rows, weekStarts, shownBy }: Pick<Spec, 'rows' | 'weekStarts' | 'shownBy'>,
  { width, height, columns }: { width: number; height: number; columns: 1 | 2 },
): PictureElement {
  const perColumn = Math.ceil(rows.length / columns);
  const gap = 40;
  const columnWidth = (width - (columns - 1) * gap) / columns;
  const rowHeight = Math.min(TALLEST_ROW, height / Math.max(1, perColumn));
  return box(
    { gap },
    ...Array.from({ length: columns }, (_, column) =>
      box(
        { flexDirection: 'column', width: columnWidth },
        ...rows
          .slice(column * perColumn, (column + 1) * perColumn)
          .map((row) => rowOf(row, shownBy, weekStarts.length, { width: columnWidth, height: rowHeight })),
      ),
    ),
  );
}

function rowOf(
  row: CircleRow,
  shownBy: CircleShownBy,
  weeks: number,
  { width, height }: { width: number; height: number },
) {
  // Whole pixels: the layout rounds others differently from row to row.
  const side = Math.floor(Math.min(height * 0.62, (width * 0.64) / Math.max(1, weeks) / 1.25));
  const step = Math.round(side * 1.25);
  const marksWidth = Math.max(1, weeks * step);
  const name = circleRowName({ ...row, name: drawableName(row.name) }, shownBy);
  return box(
    { height, alignItems: 'center', justifyContent: 'space-between' },
    nameOf(name, { ...text(Math.min(38, height * 0.6)), maxWidth: width - marksWidth - 16 }),
    drawing(
      `0 0 ${marksWidth} ${side}`,
      marksWidth,
      side,
      row.kept.flatMap((mark, week) => markOf(mark, week * step + (step - side), side)),
    ),
  );
}

/** Each state has its own shape, so that color is never alone. */
function markOf(mark: SharedMark, x: number, side: number): Shape[] {
  const line = side * 0.07;
  const circle = { cx: x + side / 2, cy: side / 2, r: (side - line) / 2, strokeWidth: line };
  if (mark === 'before') {
    const dash = `${side * 0.16} ${side * 0.14}`;
    return [
      ['circle', { ...circle, fill: 'none', stroke: 'var(--color-line-strong)', strokeDasharray: dash }],
    ];
  }
  const at = (dx: number, dy: number) => `${x + side * dx} ${side * dy}`;
  if (mark === 'missed')
    return [
      ['circle', { ...circle, fill: 'none', stroke: 'var(--color-line-strong)' }],
      [
        'path',
        {
          ...ROUND,
          d: `M${at(0.39, 0.61)}L${at(0.61, 0.39)}`,
          stroke: 'var(--color-ink-soft)',
          strokeWidth: side * 0.09,
        },
      ],
    ];
  return [
    ['circle', { ...circle, fill: 'var(--color-under)', stroke: 'var(--color-under)' }],
    [
      'path',
      {
        ...ROUND,
        d: `M${at(0.3, 0.52)}L${at(0.45, 0.66)}L${at(0.71, 0.37)}`,
        fill: 'none',
        stroke: 'var(--color-card)',
        strokeWidth: side * 0.11,
      },
    ],
  ];
}

const WORDS: Record<SharedMark, string> = { kept: 'kept', missed: 'missed', before: 'before joining' };

function legend({ rows }: SharedCircle, size: number, style: Style): PictureElement {
  const marks = (['kept', 'missed', 'before'] as const).filter(
    (mark) => mark !== 'before' || rows.some(({ kept }) => kept.includes(mark)),
  );
  return box(
    style,
    ...marks.map((mark) =>
      box(
        { alignItems: 'center', gap: size * 0.35 },
        drawing(`0 0 ${size} ${size}`, size, size, markOf(mark, 0, size)),
        word({ ...text(size), lineHeight: 1, whiteSpace: 'nowrap' }, WORDS[mark]),
      ),
    ),
  );
}

function moreWords({ more }: SharedCircle, size: number): PictureElement[] {
  return more === 0 ? [] : [word({ ...text(size), lineHeight: 1 }, moreInCircle(more))];
}
