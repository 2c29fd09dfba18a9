import type { User } from '@oinkly/contract/account';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../shared/http/call.ts';
import { currentUserQuery } from '../shared/http/current-user.ts';
import { browserTimeZone } from '../shared/hooks/time-zone.ts';

/** Failures are only logged: the user asked for nothing (PD-2). */
export function useTimeZoneReport(user: User | null): void {
  const queryClient = useQueryClient();
  const known = user?.timeZone;
  useEffect(() => {
    const timeZone = browserTimeZone();
    if (known === undefined || known === timeZone) return;
    let isCurrent = true;
    call('updateUser', { body: { timeZone } }).then(
      (updated) => {
        if (isCurrent) queryClient.setQueryData(currentUserQuery.queryKey, updated);
      },
      (error: unknown) => console.warn('The time zone was not saved', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [known, queryClient]);
}
