import type { Day } from '@oinkly/domain/days';
import { VERDICT_WORDS, type WeekVerdict } from '@oinkly/domain/week-verdicts';
import { useRef, useState, type KeyboardEvent } from 'react';
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

/** The year as a grid: one Tab stop, arrow keys inside (DB-10, PD-15). */
export function WeekGrid({ squares, label }: { squares: readonly WeekSquare[]; label: string }) {
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
        <div key={row[0]?.start} role="row" className="grid grid-cols-13 gap-1.25">
          {row.map((square, column) => {
            const index = rowIndex * MAP_COLUMNS + column;
            return (
              <div key={square.start} role="gridcell" className="group" data-now={square.isNow || undefined}>
                <Square
                  square={square}
                  index={index}
                  isStop={index === active}
                  onFocus={() => setChosen(index)}
                />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Square({
  square: { verdict, title, label, href },
  index,
  isStop,
  onFocus,
}: {
  square: WeekSquare;
  index: number;
  isStop: boolean;
  onFocus: () => void;
}) {
  const shared = {
    'data-index': index,
    'aria-label': label,
    title,
    tabIndex: isStop ? 0 : -1,
    onFocus,
    className: `week-square ${LOOKS[verdict]}`,
  };
  return href === undefined ? <span role="img" {...shared} /> : <Link href={href} {...shared} />;
}

/** A legend entry: a square with its word. */
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
