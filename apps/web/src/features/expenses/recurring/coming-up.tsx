import type { Recurring } from '@oinkly/contract/recurring';
import { CalendarClock } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFocusFallback } from '../../../shared/hooks/focus-fallback.ts';
import { useToday } from '../../../shared/hooks/use-today.ts';
import { comingOf, dueWords, nameOf } from './coming.ts';
import { FoldedLine } from '../folded-line.tsx';
import { lazyPart } from '../../../shared/ui/lazy-part.tsx';

const ComingUpSheet = lazyPart(() => import('./coming-up-sheet.tsx'));

/** One line that opens all entered and confirmed monthly payments (PD-31). */
export function ComingUp({ recurring }: { recurring: Recurring }) {
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const leaving = useFocusFallback(place);
  const today = useToday();
  const coming = comingOf(recurring);
  const [next] = coming;
  return (
    <div ref={place} tabIndex={-1}>
      {next && (
        <FoldedLine ref={leaving} icon={CalendarClock} onOpen={() => setIsOpen(true)}>
          Next: <span className="font-bold">{nameOf(next)}</span>, {dueWords(next.date, today)}
          {coming.length > 1 && (
            <>
              {' '}
              <span className="inline-block text-ink-soft">· {coming.length - 1} more</span>
            </>
          )}
        </FoldedLine>
      )}
      {isOpen && <ComingUpSheet coming={coming} focusFallback={place} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
