interface Sharing {
  /** How long an outcome is shared after it is known. */
  ageMs: number;
  /** Milliseconds of a clock that is never set back. */
  now: () => number;
}

/** Returns `work` for many callers: while it runs, and for a time after, all get its one outcome, also a failure. */
export function shareOutcome<T>(work: () => Promise<T>, { ageMs, now }: Sharing): () => Promise<T> {
  let shared: { outcome: Promise<T>; endedAt: number } | undefined;
  return () => {
    if (shared && now() - shared.endedAt < ageMs) return shared.outcome;
    const run = { outcome: work(), endedAt: Infinity };
    const end = () => {
      run.endedAt = now();
    };
    run.outcome.then(end, end);
    shared = run;
    return run.outcome;
  };
}
