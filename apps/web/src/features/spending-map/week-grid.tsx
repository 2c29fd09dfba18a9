import type { WeekSummary } from '@oinkly/domain/week-summaries';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Link } from 'wouter';
import { MAP_COLUMNS, squareAfterKey } from './grid-move.ts';
import { squareLabel, squareTitle } from './week-words.ts';

const SQUARE =
  'relative block aspect-square w-full rounded-square group-data-[now]:outline-2 group-data-[now]:outline-offset-2 group-data-[now]:outline-ink focus-visible:outline-[2.5px] focus-visible:outline-offset-2 focus-visible:outline-focus';

/** The year as one grid: one stop for the Tab key, arrow keys inside (DB-10, PD-15). */
export function WeekGrid({ weeks, label }: { weeks: readonly WeekSummary[]; label: string }) {
  const current = Math.max(
    0,
    weeks.findLastIndex((week) => !week.isFuture),
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const active = chosen ?? current;
  const grid = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const next = squareAfterKey(event.key, active, weeks.length);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
    grid.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus();
  };

  return (
    <div ref={grid} role="grid" aria-label={label} onKeyDown={move} className="flex flex-col gap-1.25">
      {rowsOf(weeks).map((row, rowIndex) => (
        <div key={row[0]?.start} role="row" className="grid grid-cols-13 gap-1.25">
          {row.map((week, column) => {
            const index = rowIndex * MAP_COLUMNS + column;
            return (
              <div
                key={week.start}
                role="gridcell"
                className="group"
                data-now={week.isFuture || week.isComplete ? undefined : true}
              >
                <Square
                  week={week}
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
  week,
  index,
  isStop,
  onFocus,
}: {
  week: WeekSummary;
  index: number;
  isStop: boolean;
  onFocus: () => void;
}) {
  const shared = {
    'data-index': index,
    'aria-label': squareLabel(week),
    title: squareTitle(week),
    tabIndex: isStop ? 0 : -1,
    onFocus,
  };
  if (week.isFuture) {
    return <span role="img" {...shared} className={`${SQUARE} border-[1.5px] border-line bg-future`} />;
  }
  return (
    <Link
      href={`/expenses?week=${week.start}`}
      {...shared}
      className={`${SQUARE} ${
        week.isOver
          ? 'bg-over after:absolute after:inset-0 after:m-auto after:h-0.5 after:w-2/5 after:-rotate-45 after:rounded-full after:bg-card'
          : 'bg-under'
      }`}
    />
  );
}

function rowsOf(weeks: readonly WeekSummary[]): WeekSummary[][] {
  return Array.from({ length: Math.ceil(weeks.length / MAP_COLUMNS) }, (_, row) =>
    weeks.slice(row * MAP_COLUMNS, (row + 1) * MAP_COLUMNS),
  );
}
