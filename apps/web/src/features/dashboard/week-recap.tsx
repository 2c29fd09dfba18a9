/** What went well in a week that has ended. What is due now stands on Home: it is no part of that week. */
export function WeekRecap({ highlight }: { highlight: string | null }) {
  if (highlight === null) return null;
  return (
    <section aria-label="Recap" className="mt-4">
      <p className="text-pretty">{highlight}</p>
    </section>
  );
}
