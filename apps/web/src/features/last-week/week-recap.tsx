import { DueThisWeek, type Due } from './due-this-week.tsx';

export function WeekRecap({ highlight, due }: { highlight: string | null; due: Due }) {
  if (highlight === null && due.amountCents === 0) return null;
  return (
    <section aria-label="Recap" className="mt-4">
      {highlight !== null && <p className="text-pretty">{highlight}</p>}
      <DueThisWeek due={due} />
    </section>
  );
}
