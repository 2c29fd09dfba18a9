import { streakWords, type Streak } from '@oinkly/domain/streaks';

/** The streak in words, below the squares. Keeps its room while earlier years load. */
export function StreakLine({ streak }: { streak: Streak | null | undefined }) {
  if (streak === undefined) return <p aria-hidden="true" className="mt-2 min-h-6" />;
  const words = streak && streakWords(streak);
  if (words === null) return null;
  return <p className="mt-2 min-h-6 text-balance">{words}</p>;
}
