import type { ReactNode } from 'react';
import { SectionHeading } from './section-heading.tsx';

/** A section of a notice: its `Term`s with what is said of each. */
export function TermSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-9">
      <SectionHeading>{title}</SectionHeading>
      <dl className="rounded-medium border border-line bg-card">{children}</dl>
    </section>
  );
}

export function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-line px-inset py-3 not-first:border-t">
      <dt className="font-bold">{name}</dt>
      <dd className="mt-0.5 text-pretty text-ink-soft">{children}</dd>
    </div>
  );
}
