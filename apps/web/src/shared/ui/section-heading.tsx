import { Fragment, type ReactNode } from 'react';

/** Emphasis is pink. Lines break between sentences. */
export function SectionHeading({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h2
      id={id}
      className="mb-3.5 font-soft text-title font-medium tracking-title [&_strong]:font-bold [&_strong]:text-pink-deep"
    >
      {typeof children === 'string' ? sentencesOf(children) : children}
    </h2>
  );
}

function sentencesOf(text: string): ReactNode {
  const sentences = text.split(/(?<=[.!?]) /);
  if (sentences.length === 1) return text;
  return sentences.map((sentence, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className="inline-block">{sentence}</span>
    </Fragment>
  ));
}
