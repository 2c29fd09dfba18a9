/** The heading of a section. Emphasis inside it is pink. */
export function SectionHeading({ id, children }: { id?: string; children: React.ReactNode }) {
  return (
    <h2
      id={id}
      className="mb-3.5 font-soft text-title font-medium tracking-title [&_strong]:font-bold [&_strong]:text-pink-deep"
    >
      {children}
    </h2>
  );
}
