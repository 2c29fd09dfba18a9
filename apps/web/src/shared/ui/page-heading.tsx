import { usePageHeading } from '../hooks/page-heading.ts';

/** The heading of a screen: it names the document and takes the focus when the screen was reached by a change of route. */
export function PageHeading({
  title,
  children = title,
  className = 'font-soft text-headline font-bold tracking-title',
}: {
  /** The screen's name in the document's title. */
  title: string;
  children?: React.ReactNode;
  className?: string;
}) {
  const ref = usePageHeading(title);
  return (
    <h1 ref={ref} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
