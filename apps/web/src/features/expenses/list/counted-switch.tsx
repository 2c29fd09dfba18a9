import type { ExpensesView } from '../expenses-view.ts';

const CHOICES: { counted: ExpensesView['counted']; label: string }[] = [
  { counted: 'counted', label: 'What counts' },
  { counted: 'all', label: 'Everything' },
];

export function CountedSwitch({
  chosen,
  onChoose,
}: {
  chosen: ExpensesView['counted'];
  onChoose: (counted: ExpensesView['counted']) => void;
}) {
  return (
    <div
      role="group"
      aria-label="Which expenses"
      className="grid fit-cols-30 gap-1 rounded-medium border border-line bg-card p-1"
    >
      {CHOICES.map(({ counted, label }) => (
        <button
          key={counted}
          type="button"
          aria-pressed={chosen === counted}
          onClick={() => onChoose(counted)}
          className="min-h-11 rounded-small text-ink-soft aria-pressed:bg-pink-wash aria-pressed:font-bold aria-pressed:text-ink"
        >
          {label}
        </button>
      ))}
    </div>
  );
}
