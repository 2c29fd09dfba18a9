import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showAppBadge } from '../../../shared/app-badge.ts';
import { recurringQuery } from '../recurring/recurring-query.ts';
import { duplicatesQuery } from './duplicates.ts';
import { thingsToCheck } from './list-things.ts';
import { refundsQuery } from './refunds.ts';

const ASK_AFTER_MS = 3_000;

/** Shows the number of things to check, as on the expenses page, on the app's icon (PD-113). Until all are known, it stays as it is. */
export default function ThingsOnIcon() {
  const queryClient = useQueryClient();
  useEffect(() => {
    // Once a start, after the screen's own calls. Later, the number follows what screens load.
    const asking = setTimeout(() => {
      const asked = [
        queryClient.query(duplicatesQuery),
        queryClient.query(refundsQuery),
        queryClient.query(recurringQuery),
      ];
      Promise.all<unknown>(asked).catch((error: unknown) =>
        console.warn('The number of things to check is not known.', error),
      );
    }, ASK_AFTER_MS);
    return () => clearTimeout(asking);
  }, [queryClient]);
  const { data: duplicates } = useQuery({ ...duplicatesQuery, enabled: false });
  const { data: refunds } = useQuery({ ...refundsQuery, enabled: false });
  const { data: recurring } = useQuery({ ...recurringQuery, enabled: false });
  const count =
    duplicates && refunds && recurring
      ? thingsToCheck({ ...duplicates, ...refunds, ...recurring, week: null }).length
      : undefined;
  useEffect(() => {
    if (count !== undefined) void showAppBadge(count);
  }, [count]);
  return null;
}
