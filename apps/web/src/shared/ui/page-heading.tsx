import { usePageHeading } from '../hooks/page-heading.ts';

export function PageHeading({
  title,
  children = title,
  className = 'font-soft text-headline font-bold tracking-title',
}: {
  /** For the document's title. */
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
