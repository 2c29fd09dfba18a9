import type { WeekVerdict } from '@oinkly/domain/week-verdicts';
import { Star, Trophy } from 'lucide-react';
import { BigNumber } from '../shared/ui/big-number.tsx';
import { Pig } from '../shared/ui/pig.tsx';
import { Verdict, WEEK_LOOKS } from '../shared/ui/week-grid.tsx';

const LEFT_CENTS = 43_18;
const WEEKS = 52;
const THIS_WEEK = 23;
const OVER_WEEKS = new Set([2, 6, 11, 15, 21]);
const BOARD = [
  { name: 'Priya', moved: '0', word: 'moved', movedLook: 'text-ink-soft', prize: Trophy },
  { name: 'You', moved: '+2', word: 'moved up', movedLook: 'text-under-text', prize: Star },
  { name: 'Bo', moved: '−1', word: 'moved down', movedLook: 'text-over-text', prize: null },
];

/** A still dashboard beside the welcome page's words. Only the build draws it, so it costs no script. */
export function WelcomeExample() {
  return (
    <div aria-hidden="true" className="welcome-example">
      <div className="rounded-large border border-line bg-card p-card shadow-card">
        <div className="flex items-end justify-between gap-3">
          <div>
            <BigNumber cents={LEFT_CENTS} />
            <p className="mt-2 font-bold">left this week</p>
            <p className="text-small text-ink-soft">3 days left, until Sunday</p>
          </div>
          <Pig mood="content" width={96} className="-mr-1" />
        </div>
        <div className="mt-5 border-t border-dashed border-line pt-4">
          <p className="mb-3 font-soft text-title font-medium tracking-title">19 of 24 weeks under budget</p>
          <div className="grid grid-cols-13 gap-1.25">
            {Array.from({ length: WEEKS }, (_, week) => (
              <span key={week} data-now={week === THIS_WEEK || undefined}>
                <span className={`week-square ${WEEK_LOOKS[verdictOf(week)]}`} />
              </span>
            ))}
          </div>
          <div className="mt-3 flex gap-4 text-small">
            <Verdict verdict="under" />
            <Verdict verdict="over" />
          </div>
        </div>
      </div>
      <div className="relative -mt-4 -mr-3 ml-9 overflow-hidden rounded-medium border border-line bg-card shadow-float">
        {BOARD.map(({ name, moved, word, movedLook, prize: Prize }, index) => (
          <div
            key={name}
            className={`flex min-h-12 items-center border-line px-inset not-first:border-t ${name === 'You' ? 'bg-pink-wash' : ''}`}
          >
            <span className="w-8 font-soft text-title font-bold text-ink-soft">{index + 1}</span>
            <span>{name}</span>
            {Prize && <Prize size={18} className="ml-2 text-gold-text" />}
            <span className="mr-1.5 ml-auto text-small text-ink-soft">{word}</span>
            <span className={`font-bold ${movedLook}`}>{moved}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

function verdictOf(week: number): WeekVerdict {
  if (week > THIS_WEEK) return 'future';
  return OVER_WEEKS.has(week) ? 'over' : 'under';
}
