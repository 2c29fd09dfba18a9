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
import { useLocation } from 'wouter';
import { MAP_COLUMNS, squareAfterKey } from './grid-move.ts';

export const WEEK_LOOKS: Record<WeekVerdict, string> = {
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

/**
 * One Tab stop, arrow keys inside (DB-10, PD-15). `onPeek` gets the square under the pointer, a long press or the focus, then null. The
 * grid listens for its squares: 52 of them with listeners of their own would delay the first view.
 */
export function WeekGrid({
  squares,
  label,
  onPeek = () => undefined,
}: {
  squares: readonly WeekSquare[];
  label: string;
  onPeek?: (square: WeekSquare | null) => void;
}) {
  const [, navigate] = useLocation();
  const current = Math.max(
    0,
    squares.findLastIndex((square) => square.verdict !== 'future'),
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const active = chosen ?? current;
  const grid = useRef<HTMLDivElement>(null);
  const squareAt = (target: EventTarget) => squares[indexAt(target)] ?? null;
  const press = useLongPress((target) => onPeek(squareAt(target)));

  const move = (event: KeyboardEvent) => {
    const next = squareAfterKey(event.key, active, squares.length);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
    grid.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus();
  };
  const open = (event: MouseEvent) => {
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
    const href = squareAt(event.target)?.href;
    // The browser opens its own tabs and windows.
    if (event.defaultPrevented || !href || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    navigate(href);
  };

  return (
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      className="flex flex-col gap-1.25"
      {...press}
      onKeyDown={move}
      onClick={(event) => {
        press.onClick(event);
        open(event);
      }}
      onPointerOver={({ pointerType, target }) => {
        if (pointerType === 'mouse') onPeek(squareAt(target));
      }}
      onPointerLeave={() => onPeek(null)}
      onFocus={({ target }) => {
        setChosen(indexAt(target));
        onPeek(squareAt(target));
      }}
      onBlur={() => onPeek(null)}
    >
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
                  {squareElement(square, index, index === active)}
                </div>
              );
            })}
          </div>
        </Fragment>
      ))}
    </div>
  );
}

function squareElement({ verdict, title, label, href }: WeekSquare, index: number, isStop: boolean) {
  const shared = {
    'data-index': index,
    'aria-label': label,
    title,
    tabIndex: isStop ? 0 : -1,
    className: `week-square ${WEEK_LOOKS[verdict]}`,
  };
  return href === undefined ? <span role="img" {...shared} /> : <a href={href} {...shared} />;
}

/** NaN outside every square. */
function indexAt(target: EventTarget): number {
  const square = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return Number(square?.dataset['index'] ?? NaN);
}

/** Handlers that call `onHeld` after a long press, and then swallow the click and the browser's menu. */
function useLongPress(onHeld: (target: EventTarget) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasHeld = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = () => clearTimeout(timer.current);
  const swallow = (event: MouseEvent) => {
    if (wasHeld.current) event.preventDefault();
  };
  return {
    onPointerDown: ({ pointerType, target }: PointerEvent) => {
      wasHeld.current = false;
      end();
      if (pointerType === 'mouse') return;
      timer.current = setTimeout(() => {
        wasHeld.current = true;
        onHeld(target);
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
      <span aria-hidden="true" className={`relative size-3 rounded-[4px] ${WEEK_LOOKS[verdict]}`} />
      {VERDICT_WORDS[verdict]}
    </span>
  );
}

function rowsOf(squares: readonly WeekSquare[]): WeekSquare[][] {
  return Array.from({ length: Math.ceil(squares.length / MAP_COLUMNS) }, (_, row) =>
    squares.slice(row * MAP_COLUMNS, (row + 1) * MAP_COLUMNS),
  );
}
