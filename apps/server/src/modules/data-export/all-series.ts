import type { RecurringSeries } from '@oinkly/contract/endpoints';
import type { Deps } from '../../deps.ts';
import { listEndedSeries, listSeriesViews, presentEndedSeries, presentSeries } from '../expenses/index.ts';
import type { UserRow } from '../identity/index.ts';

/** A series with the instant at which it was ended (ISO 8601), and then nothing to come. */
type ExportedSeries = Omit<RecurringSeries, 'next'> & {
  next: RecurringSeries['next'] | null;
  endedAt: string | null;
};

/** All of a user's series: the running ones, next occurrence first, then the ended ones. */
export async function allSeries({ db }: Pick<Deps, 'db'>, user: UserRow): Promise<ExportedSeries[]> {
  const [going, ended] = [await listSeriesViews(db, user.id), await listEndedSeries(db, user.id)];
  return [
    ...going.map((view) => ({ ...presentSeries(view), endedAt: null })),
    ...ended.map((series) => ({
      ...presentEndedSeries(series),
      endedAt: series.endedAt?.toISOString() ?? null,
    })),
  ];
}
