import { addDays, type Day } from '@oinkly/domain/days';
import { greetingAt } from '@oinkly/domain/greeting';
import { formatUsd } from '@oinkly/domain/money';
import type { Saved } from '@oinkly/domain/saved';
import { balanceOf, balanceWords } from '@oinkly/domain/week-balance';
import { moodOfWeek } from '@oinkly/domain/week-mood';
import type { WeekSummary } from '@oinkly/domain/week-summaries';
import { formatRestOfWeek } from '@oinkly/domain/weeks';
import { Clock, Pencil, PiggyBank, type LucideIcon } from 'lucide-react';
import { useContext, useRef, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { CoinDropsContext } from '../../shared/hooks/coin-drops.ts';
import { BigNumber } from '../../shared/ui/big-number.tsx';
import { buttonClass, TextLink } from '../../shared/ui/button.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { BUDGET_BAR_PX, spendingBar } from './bar-height.ts';
import { lazyPart } from '../../shared/ui/lazy-part.tsx';

const BudgetSheet = lazyPart(() => import('./budget-sheet.tsx'));

/** The greeting (DB-3) stays while week, skeleton or error below it change. */
export function BudgetCard({
  name,
  hour,
  isBusy,
  children,
}: {
  name: string | null;
  /** The local hour, 0 to 23. */
  hour: number;
  isBusy: boolean;
  children: ReactNode;
}) {
  return (
    <section
      aria-label="This week"
      aria-busy={isBusy}
      className="rounded-large border border-line bg-card p-card pb-3 shadow-card"
    >
      <PageHeading title="" className="font-soft text-title font-medium tracking-title">
        {greetingAt(hour)}, {name?.trim() ? name : 'there'}
      </PageHeading>
      {children}
    </section>
  );
}

/** The amount left this week, and spending next to the budget (DB-4 to DB-6). */
export function BudgetWeek({
  today,
  week,
  hasData,
  offersBank,
  toComeCents,
  saved,
  isConfirmed,
  isOf,
  notice,
  hasUnsavedEdits,
}: {
  today: Day;
  week: WeekSummary;
  hasData: boolean;
  /** The next step of a user without expenses, where a phone shows it first. */
  offersBank: boolean;
  toComeCents: number;
  /** What this year's closed weeks left over; null for nothing. */
  saved: Saved | null;
  /** False while it shows the last known numbers and asks for new ones. */
  isConfirmed: boolean;
  /** `Nov 12`: the day up to which the bank was read, if that is long ago. */
  isOf: string | null;
  notice: ReactNode;
  /** My Account keeps unsaved edits, perhaps of the budget. */
  hasUnsavedEdits: boolean;
}) {
  const coinDrops = useContext(CoinDropsContext);
  const { differenceCents, side, isOver } = balanceOf(week);
  const [isChangingBudget, setIsChangingBudget] = useState(false);
  const bars = useRef<HTMLDivElement>(null);
  const age = !isConfirmed ? 'checking' : isOf !== null && `as of ${isOf}`;
  const mood = moodOfWeek(week.spentCents, week.budgetCents, hasData);
  return (
    <>
      <div className="mt-2.5 grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3">
        <p className={age === false ? (isOver ? 'text-over-text' : '') : 'text-ink-soft'}>
          <BigNumber cents={differenceCents} />
        </p>
        <Pig
          key={coinDrops}
          mood={mood}
          width={128}
          label={`Piggy bank, ${mood}`}
          coin={coinDrops > 0 ? 'drop' : 'rest'}
          className="row-span-2 -mr-1 h-auto w-pig-small min-[360px]:w-pig-card compact:row-span-3 compact:-mr-2 compact:w-pig-hero"
        />
        <p className="mt-2 font-bold">
          {side} this week
          {age !== false && (
            <span className="inline-block font-normal whitespace-pre text-ink-soft"> · {age}</span>
          )}
        </p>
        <p className="col-span-2 text-small text-ink-soft compact:col-span-1">
          {isOver && (
            <>
              <span className="inline-block">
                <span>{formatUsd(0)}</span> <span>left this week</span>.
              </span>{' '}
            </>
          )}
          <span className="inline-block">{formatRestOfWeek(today)}</span>
          {isOver && <span className="block">Next week starts fresh.</span>}
        </p>
      </div>
      {notice}
      {offersBank && (
        <div className="mt-5 text-center text-small text-ink-soft">
          <Link href="/accounts" className={buttonClass('primary', 'mb-2 w-full text-body')}>
            Connect a bank
          </Link>
          <p className="text-balance">It takes 30 seconds, and your purchases appear automatically.</p>
        </div>
      )}
      {toComeCents > 0 && <Aside icon={Clock} cents={toComeCents} words="still to come this week" />}
      {saved?.isReal && <Aside icon={PiggyBank} cents={saved.cents} words="saved this year" />}
      {saved?.isReal === false && (
        <Aside
          icon={PiggyBank}
          before="Would have left"
          cents={saved.cents}
          words="this year at this budget"
        />
      )}
      <div ref={bars} tabIndex={-1} className="outline-none">
        <Bars week={week} onChangeBudget={() => setIsChangingBudget(true)} />
      </div>
      <div className="mt-1 flex flex-wrap justify-center gap-x-6 text-small">
        {!offersBank && <TextLink href={`/weeks/${addDays(week.start, -7)}`}>Last week</TextLink>}
        <TextLink href="/my-account#budget">Edit budget</TextLink>
      </div>
      {isChangingBudget && (
        <BudgetSheet
          budgetCents={week.budgetCents}
          focusFallback={bars}
          onClose={() => setIsChangingBudget(false)}
        />
      )}
      {hasUnsavedEdits && (
        <p className="pb-2 text-center text-small text-balance text-ink-soft">
          Your edits on My Account aren’t saved yet, so they don’t count here.
        </p>
      )}
    </>
  );
}

/** An amount next to what is left: still due this week (PD-31), or saved this year (PD-75). */
function Aside({
  icon: Icon,
  before = '',
  cents,
  words,
}: {
  icon: LucideIcon;
  before?: string;
  cents: number;
  words: string;
}) {
  return (
    <p className="mt-3 flex items-center gap-2 text-small">
      <Icon size={16} aria-hidden="true" className="flex-none text-pink-deep" />
      <span>
        {before} <span className="font-bold">{formatUsd(cents)}</span> {words}
      </span>
    </p>
  );
}

export function BudgetWeekSkeleton() {
  return (
    <>
      <div className="mt-2.5 flex items-end justify-between gap-2">
        <div className="min-w-0 flex-1">
          <Skeleton className="h-[0.95em] w-44 max-w-full rounded-small text-number" />
          <Skeleton className="mt-3 h-5 w-28 rounded-square" />
          <Skeleton className="mt-2 h-4 w-48 max-w-full rounded-square" />
        </div>
        <Pig
          mood="asleep"
          width={128}
          className="-mr-1 h-auto w-pig-small flex-none min-[360px]:w-pig-card compact:-mr-2 compact:w-pig-hero"
        />
      </div>
      <div className="mt-5.5 grid grid-cols-2 items-end gap-3.5 border-t border-dashed border-line pt-5">
        <BarSkeleton className="h-30" />
        <BarSkeleton className="h-20" />
      </div>
      <div className="mt-1 flex min-h-11 items-center justify-center">
        <Skeleton className="h-4 w-20 rounded-square" />
      </div>
    </>
  );
}

function BarSkeleton({ className }: { className: string }) {
  return (
    <div className="flex flex-col items-center">
      <Skeleton className="mt-1 mb-2.5 h-4 w-18 rounded-square" />
      <Skeleton className={`w-full rounded-square rounded-t-small ${className}`} />
      <Skeleton className="mt-2.5 h-4 w-14 rounded-square" />
      <Skeleton className="mt-1.5 h-4 w-20 rounded-square" />
    </div>
  );
}

/** Gives its parent a height. The policy allows no style attribute in the HTML that the server draws. */
function Strut({ heightPx }: { heightPx: number }) {
  return <svg width="1" height={heightPx} aria-hidden="true" className="block" />;
}

function Bars({ week, onChangeBudget }: { week: WeekSummary; onChangeBudget: () => void }) {
  const bar = spendingBar(week.spentCents, week.budgetCents);
  return (
    <div className="mt-5.5 grid grid-flow-col grid-cols-2 grid-rows-[auto_auto] gap-x-3.5 gap-y-2 border-t border-dashed border-line pt-5 text-center">
      <div className="self-end">
        <button
          type="button"
          aria-label={`Change the budget of ${formatUsd(week.budgetCents)}`}
          onClick={onChangeBudget}
          className="-my-2 inline-flex min-h-11 items-center gap-1.5 px-2 text-figure font-bold"
        >
          {formatUsd(week.budgetCents)}
          <Pencil size={14} aria-hidden="true" className="text-pink-deep" />
        </button>
        <div className="rounded-square rounded-t-small bg-budget-grey">
          <Strut heightPx={week.budgetCents === 0 ? 10 : BUDGET_BAR_PX} />
        </div>
      </div>
      <p className="text-caption text-ink-soft">Budget</p>
      <div className="self-end">
        <p className={`mb-1.5 text-figure font-bold ${week.isOver ? 'text-over-text' : 'text-under-text'}`}>
          {formatUsd(week.spentCents)}
        </p>
        <div
          data-testid="spending-bar"
          className={`relative origin-bottom animate-grow rounded-square rounded-t-small ${week.isOver ? 'bg-over' : 'bg-under'}`}
        >
          <Strut heightPx={bar.heightPx} />
          {bar.isBroken && (
            <svg
              viewBox="0 0 100 20"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="absolute inset-x-0 top-8 h-5 w-full"
            >
              <path d="M0 6 25 14 50 6 75 14 100 6v6L75 20 50 12 25 20 0 12z" fill="var(--color-card)" />
            </svg>
          )}
        </div>
      </div>
      <div className="text-caption text-ink-soft">
        <p>Spending</p>
        <p>{balanceWords(week)}</p>
      </div>
    </div>
  );
}
