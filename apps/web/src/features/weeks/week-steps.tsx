import { addDays, daysBetween, type Day } from '@oinkly/domain/days';
import { formatWeek, weekStartOf } from '@oinkly/domain/weeks';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, type PointerEvent, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { PageHeading } from '../../shared/ui/page-heading.tsx';

function pathOf(weekStart: Day): string {
  return `/weeks/${weekStart}`;
}

export function WeekSteps({ weekStart, today }: { weekStart: Day; today: Day }) {
  const hasNext = weekStart < weekStartOf(today);
  return (
    <div className="mt-1 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 text-center">
      <Step label="Previous week" icon={ChevronLeft} to={addDays(weekStart, -7)} />
      <div>
        <PageHeading
          title={formatWeek(weekStart, today)}
          className="font-soft text-title font-bold tracking-title"
        />
        <p className="text-small text-ink-soft">{distance(weekStart, today)}</p>
      </div>
      <Step label="Next week" icon={ChevronRight} to={hasNext ? addDays(weekStart, 7) : null} />
    </div>
  );
}

function Step({ label, icon: Icon, to }: { label: string; icon: LucideIcon; to: Day | null }) {
  const shape = 'grid size-target place-items-center rounded-full';
  if (to === null)
    return (
      <span className={`${shape} text-line-strong`}>
        <Icon size={24} aria-hidden="true" />
      </span>
    );
  return (
    // Back leads to where the user came from, not through every week.
    <Link
      href={pathOf(to)}
      replace
      aria-label={label}
      title={label}
      className={`${shape} text-ink hover:bg-pink-wash`}
    >
      <Icon size={24} aria-hidden="true" />
    </Link>
  );
}

function distance(weekStart: Day, today: Day): string {
  const weeks = daysBetween(weekStart, weekStartOf(today)) / 7;
  if (weeks === 0) return 'This week';
  return weeks === 1 ? 'Last week' : `${weeks} weeks ago`;
}

const SWIPE_PX = 60;

/** Turns to the week before or after by arrow keys and by swiping over `children`. */
export function TurnWeeks({
  weekStart,
  today,
  children,
}: {
  weekStart: Day;
  today: Day;
  children: ReactNode;
}) {
  const [, navigate] = useLocation();
  const turn = (weeks: -1 | 1) => {
    const to = addDays(weekStart, weeks * 7);
    if (to <= today) navigate(pathOf(to), { replace: true });
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || usesArrows(event.target)) return;
    if (event.key === 'ArrowLeft') turn(-1);
    if (event.key === 'ArrowRight') turn(1);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  const start = useRef<{ x: number; y: number } | null>(null);
  const begin = ({ pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
    start.current = pointerType === 'touch' && isPrimary ? { x: clientX, y: clientY } : null;
  };
  const end = ({ clientX, clientY }: PointerEvent) => {
    if (!start.current) return;
    const across = clientX - start.current.x;
    const along = clientY - start.current.y;
    start.current = null;
    if (Math.abs(across) > SWIPE_PX && Math.abs(across) > 2 * Math.abs(along)) turn(across < 0 ? 1 : -1);
  };
  return (
    <div
      className="touch-pan-y touch-pinch-zoom"
      onPointerDown={begin}
      onPointerUp={end}
      onPointerCancel={() => (start.current = null)}
    >
      {children}
    </div>
  );
}

/** In fields and dialogs the arrow keys have another meaning. */
function usesArrows(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null
  );
}
