import type { Shape } from '@oinkly/artwork/shape';
import { moodOfSharedMap, type SharedMap } from '@oinkly/domain/shared-map';
import { VERDICT_WORDS, type WeekVerdict } from '@oinkly/domain/week-verdicts';
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
import { BORDER, card, footer, longestOf, wordmark, words } from './shared-frame.ts';

/** A map without sums. */
export interface MapPictureSpec extends SharedMap {
  thing: 'map';
  format: 'story' | 'link';
  /** Where others find the page or the app, such as `oinkly.example`; null if they can't reach it. */
  address: string | null;
  /** The owner's first name, left out if the fonts lack its letters; null if they don't want it there. */
  signature: string | null;
}

/** The wide one has the rows of the app, the tall one larger squares. A year of 53 weeks has wider rows. */
const ROWS = { story: 6, link: 4 };
type Signed = SharedMap & Pick<MapPictureSpec, 'address' | 'signature'>;

export function mapPicture({ format, ...map }: MapPictureSpec): PictureElement {
  return format === 'story' ? storyOf(map) : previewOf(map);
}

function ownerOf(signature: string | null): string | null {
  const name = drawableName(signature);
  return name === null ? null : `${name}’s weeks`;
}

/** Apps cover its upper and lower sixth. */
function storyOf({ address, signature, ...map }: Signed): PictureElement {
  const pigWidth = 360;
  const padding = 50;
  const room = 952 - 2 * (padding + BORDER);
  return page(
    { alignItems: 'center', paddingTop: 204 },
    wordmark(60, ownerOf(signature)),
    box(
      { flexDirection: 'column', alignItems: 'center', justifyContent: 'center', height: 320 },
      ...words(map.quip, Math.min(76, 2500 / longestOf(map.quip)), { textAlign: 'center', maxWidth: 940 }),
    ),
    box(
      { flexDirection: 'column', alignItems: 'center', position: 'relative', paddingTop: 278 },
      disc(490, { top: 36, left: 231 }),
      card(
        { flexDirection: 'column', padding, gap: 34 },
        box(
          { justifyContent: 'space-between', alignItems: 'center' },
          word({ fontSize: 50 }, String(map.year)),
          legend(map.weeks, 34, { gap: 38 }),
        ),
        squares(map.weeks, room, { rows: ROWS.story, gap: 15 }),
      ),
      standingPig(moodOfSharedMap(map), pigWidth, { top: 278, left: (952 - pigWidth) / 2 }),
    ),
    footer(34, address, { room: 980, flexDirection: 'column', alignItems: 'center', marginTop: 36 }),
  );
}

function previewOf({ address, signature, ...map }: Signed): PictureElement {
  const pigWidth = 232;
  const cardTop = 236;
  return page(
    { padding: '48px 56px 0', position: 'relative' },
    disc(256, { top: 94, left: 868 }),
    box(
      { flexDirection: 'column', height: cardTop - 48, position: 'relative' },
      wordmark(34, ownerOf(signature)),
      // The longest sentence ends before the pig.
      box(
        { flexDirection: 'column', marginTop: 16 },
        ...words(map.quip, Math.min(50, 1600 / longestOf(map.quip)), {}),
      ),
    ),
    card(
      { padding: 34, justifyContent: 'space-between' },
      squares(map.weeks, 838, { rows: ROWS.link, gap: 9 }),
      box(
        { flexDirection: 'column', justifyContent: 'space-between', width: 164 },
        word({ fontSize: 43, lineHeight: 1 }, String(map.year)),
        legend(map.weeks, 24, { flexDirection: 'column', gap: 12 }),
      ),
    ),
    footer(24, address, { room: 740, marginTop: 14 }),
    standingPig(moodOfSharedMap(map), pigWidth, { top: cardTop, left: 880 }),
  );
}

function squares(
  weeks: readonly WeekVerdict[],
  width: number,
  { rows, gap }: { rows: number; gap: number },
): PictureElement {
  const columns = Math.ceil(weeks.length / rows);
  const side = (width - (columns - 1) * gap) / columns;
  const height = rows * side + (rows - 1) * gap;
  const shapes = weeks.flatMap((week, index) =>
    squareOf(week, (index % columns) * (side + gap), Math.floor(index / columns) * (side + gap), side),
  );
  return drawing(`0 0 ${width} ${height}`, width, height, shapes);
}

/** A week over budget has a stroke, so that color is never alone. */
function squareOf(week: WeekVerdict, x: number, y: number, side: number): Shape[] {
  const line = side * 0.045;
  const rx = side * 0.2;
  if (week === 'future' || week === 'untracked') {
    const inner = {
      x: x + line / 2,
      y: y + line / 2,
      width: side - line,
      height: side - line,
      rx: rx - line / 2,
    };
    const [fill, stroke] =
      week === 'future'
        ? ['var(--color-future)', 'var(--color-line)']
        : ['var(--color-untracked)', 'var(--color-under)'];
    return [['rect', { ...inner, fill, stroke, strokeWidth: line }]];
  }
  const square = { x, y, width: side, height: side, rx };
  if (week === 'under') return [['rect', { ...square, fill: 'var(--color-under)' }]];
  const reach = side * 0.145;
  const [middleX, middleY] = [x + side / 2, y + side / 2];
  const stroke = {
    d: `M${middleX - reach} ${middleY + reach}L${middleX + reach} ${middleY - reach}`,
    stroke: 'var(--color-card)',
    strokeWidth: side * 0.075,
    strokeLinecap: 'round',
  };
  return [
    ['rect', { ...square, fill: 'var(--color-over)' }],
    ['path', stroke],
  ];
}

/** Explains the squares. Future ones need no legend. */
function legend(weeks: readonly WeekVerdict[], size: number, style: Style): PictureElement {
  const side = size * 0.95;
  const entries = (['under', 'over', 'untracked'] as const).filter(
    (week) => week !== 'untracked' || weeks.includes(week),
  );
  return box(
    style,
    ...entries.map((week) =>
      box(
        { alignItems: 'center', gap: size * 0.35 },
        drawing(`0 0 ${side} ${side}`, side, side, squareOf(week, 0, 0, side)),
        word({ ...text(size), lineHeight: 1, whiteSpace: 'nowrap' }, VERDICT_WORDS[week]),
      ),
    ),
  );
}
