import type { Day } from '@oinkly/domain/days';
import { VERDICT_WORDS, type WeekVerdict } from '@oinkly/domain/week-verdicts';
import { monthBeginningIn } from '@oinkly/domain/weeks';
import {
  Fragment,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';
import { Link } from 'wouter';
import { MAP_COLUMNS, squareAfterKey } from './grid-move.ts';

const LOOKS: Record<WeekVerdict, string> = {
  under: 'bg-under',
  over: 'bg-over struck',
  untracked: 'border-[1.5px] border-under bg-untracked',
  future: 'border-[1.5px] border-line bg-future',
};

export interface WeekSquare {
  start: Day;
  verdict: WeekVerdict;
  /** Shown on hover. */
  title: string;
  /** For screen readers. */
  label: string;
  isNow: boolean;
  href?: string;
}

/** A longer press peeks instead of opening. */
const LONG_PRESS_MS = 400;

/** One Tab stop, arrow keys inside (DB-10, PD-15). `onPeek` gets the square under the pointer, a long press or the focus, then null. */
export function WeekGrid({
  squares,
  label,
  onPeek = () => undefined,
}: {
  squares: readonly WeekSquare[];
  label: string;
  onPeek?: (square: WeekSquare | null) => void;
}) {
  const current = Math.max(
    0,
    squares.findLastIndex((square) => square.verdict !== 'future'),
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const active = chosen ?? current;
  const grid = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const next = squareAfterKey(event.key, active, squares.length);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
    grid.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus();
  };

  return (
    <div ref={grid} role="grid" aria-label={label} onKeyDown={move} className="flex flex-col gap-1.25">
      {rowsOf(squares).map((row, rowIndex) => (
        <Fragment key={row[0]?.start}>
          <div aria-hidden="true" className="grid h-4.5 grid-cols-13 gap-1.25 text-small text-ink-soft">
            {row.map(({ start }) => (
              <span key={start} className="w-0 whitespace-nowrap">
                {monthBeginningIn(start)}
              </span>
            ))}
          </div>
          <div role="row" className="grid grid-cols-13 gap-1.25">
            {row.map((square, column) => {
              const index = rowIndex * MAP_COLUMNS + column;
              return (
                <div
                  key={square.start}
                  role="gridcell"
                  className="group"
                  data-now={square.isNow || undefined}
                >
                  <Square
                    square={square}
                    index={index}
                    isStop={index === active}
                    onFocus={() => setChosen(index)}
                    onPeek={onPeek}
                  />
                </div>
              );
            })}
          </div>
        </Fragment>
      ))}
    </div>
  );
}

function Square({
  square,
  index,
  isStop,
  onFocus,
  onPeek,
}: {
  square: WeekSquare;
  index: number;
  isStop: boolean;
  onFocus: () => void;
  onPeek: (square: WeekSquare | null) => void;
}) {
  const { verdict, title, label, href } = square;
  const press = useLongPress(() => onPeek(square));
  const shared = {
    ...press,
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') onPeek(square);
    },
    onPointerLeave: () => onPeek(null),
    onBlur: () => onPeek(null),
    'data-index': index,
    'aria-label': label,
    title,
    tabIndex: isStop ? 0 : -1,
    onFocus: () => {
      onFocus();
      onPeek(square);
    },
    className: `week-square ${LOOKS[verdict]}`,
  };
  return href === undefined ? <span role="img" {...shared} /> : <Link href={href} {...shared} />;
}

/** Handlers that call `onHeld` after a long press, and then swallow the click and the browser's menu. */
function useLongPress(onHeld: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasHeld = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = () => clearTimeout(timer.current);
  const swallow = (event: MouseEvent) => {
    if (wasHeld.current) event.preventDefault();
  };
  return {
    onPointerDown: ({ pointerType }: PointerEvent) => {
      wasHeld.current = false;
      if (pointerType === 'mouse') return;
      timer.current = setTimeout(() => {
        wasHeld.current = true;
        onHeld();
      }, LONG_PRESS_MS);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClick: swallow,
    onContextMenu: swallow,
  };
}

export function Verdict({ verdict }: { verdict: WeekVerdict }) {
  return (
    <span className="flex items-center gap-1.5 text-ink-soft">
      <span aria-hidden="true" className={`relative size-3 rounded-[4px] ${LOOKS[verdict]}`} />
      {VERDICT_WORDS[verdict]}
    </span>
  );
}

function rowsOf(squares: readonly WeekSquare[]): WeekSquare[][] {
  return Array.from({ length: Math.ceil(squares.length / MAP_COLUMNS) }, (_, row) =>
    squares.slice(row * MAP_COLUMNS, (row + 1) * MAP_COLUMNS),
  );
}
