import type { Shape } from '@oinkly/artwork/shape';
import { PRODUCT_NAME, TAGLINE } from '@oinkly/contract/product';
import { moodOfSharedMap, type SharedMap } from '@oinkly/domain/shared-map';
import { VERDICT_WORDS, type WeekVerdict } from '@oinkly/domain/week-verdicts';
import {
  box,
  color,
  disc,
  drawing,
  page,
  standingPig,
  text,
  word,
  type PictureElement,
  type Style,
} from './picture-elements.ts';

/** A map without a name, because fonts lack letters, and without sums. */
export interface MapPictureSpec extends SharedMap {
  format: 'story' | 'link';
  /** Where others find the app, such as `oinkly.example`; null if they can't reach it. */
  site: string | null;
}

/** The wide one has the rows of the app, the tall one larger squares. A year of 53 weeks has wider rows. */
const ROWS = { story: 6, link: 4 };
/** Width of the card's border. */
const BORDER = 2;
export function mapPicture({ format, site, ...map }: MapPictureSpec): PictureElement {
  return format === 'story' ? storyOf(map, site) : previewOf(map, site);
}

/** Apps cover its upper and lower sixth. */
function storyOf(map: SharedMap, site: string | null): PictureElement {
  const pigWidth = 360;
  const padding = 50;
  const room = 952 - 2 * (padding + BORDER);
  return page(
    { alignItems: 'center', paddingTop: 204 },
    word({ fontSize: 60 }, PRODUCT_NAME),
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
    word({ ...text(36), marginTop: 44 }, site === null ? TAGLINE : `${TAGLINE} ${site}`),
  );
}

function previewOf(map: SharedMap, site: string | null): PictureElement {
  const pigWidth = 232;
  const cardTop = 236;
  return page(
    { padding: '48px 56px 0', position: 'relative' },
    disc(256, { top: 94, left: 868 }),
    box(
      { flexDirection: 'column', height: cardTop - 48, position: 'relative' },
      box(
        { alignItems: 'baseline', gap: 18 },
        word({ fontSize: 34 }, PRODUCT_NAME),
        ...(site === null ? [] : [word(text(24), site)]),
      ),
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
    standingPig(moodOfSharedMap(map), pigWidth, { top: cardTop, left: 880 }),
  );
}

/** Writes the score and below it the comment in pink. */
function words(quip: string, fontSize: number, style: Style): PictureElement[] {
  const headline = {
    fontSize,
    lineHeight: 1.08,
    letterSpacing: '-0.022em',
    textWrap: 'balance',
  };
  return sentencesOf(quip).map((sentence, index) =>
    word({ ...headline, ...style, ...(index > 0 && { color: color('--color-pink-deep') }) }, sentence),
  );
}

function longestOf(quip: string): number {
  return Math.max(...sentencesOf(quip).map(({ length }) => length));
}

function sentencesOf(quip: string): string[] {
  return quip.split(/(?<=[.!?]) /);
}

function card(style: Style, ...inside: PictureElement[]): PictureElement {
  return box(
    {
      // Positioned elements are painted above all others.
      position: 'relative',
      borderRadius: 36,
      border: `${BORDER}px solid ${color('--color-line')}`,
      backgroundColor: color('--color-card'),
      ...style,
    },
    ...inside,
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
