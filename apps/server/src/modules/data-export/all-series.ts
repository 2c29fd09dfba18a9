import type { RecurringSeries } from '@oinkly/contract/recurring';
import type { Deps } from '../deps.ts';
import { listEndedSeries, listSeriesViews, presentEndedSeries, presentSeries } from '../expenses/index.ts';
import type { UserRow } from '../identity/index.ts';

/** Ended ones have an end (ISO 8601) and no next occurrence. */
type ExportedSeries = Omit<RecurringSeries, 'next' | 'priceChange'> & {
  next: RecurringSeries['next'] | null;
  endedAt: string | null;
};

/** Lists a user's series, ended ones last. */
export async function allSeries({ db }: Pick<Deps, 'db'>, user: UserRow): Promise<ExportedSeries[]> {
  const [going, ended] = [await listSeriesViews(db, user.id, user), await listEndedSeries(db, user.id)];
  return [
    ...going.map((view) => ({ ...presentSeries(view), endedAt: null })),
    ...ended.map((series) => ({
      ...presentEndedSeries(series),
      endedAt: series.endedAt?.toISOString() ?? null,
    })),
  ];
}
