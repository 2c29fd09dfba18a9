import type { PigMood, PigProp } from '@oinkly/artwork/pig';
import type { ReactNode } from 'react';
import { PageHeading } from './page-heading.tsx';
import { Pig } from './pig.tsx';

/** The pig keeps its height, for any content below. The caller provides the column. */
export function PigPage({
  mood,
  prop,
  title,
  text,
  children,
}: {
  mood: PigMood;
  prop?: PigProp;
  title: string;
  text: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center pt-[18dvh] pb-12 text-center">
      <Pig mood={mood} width={168} className="mb-8" {...(prop ? { prop } : {})} />
      <PageHeading title={title} />
      <div className="mt-2 text-balance text-ink-soft">{text}</div>
      {children && <div className="mt-8 flex w-full flex-col gap-3">{children}</div>}
    </div>
  );
}
