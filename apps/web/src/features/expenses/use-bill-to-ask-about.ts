import type { MonthlyPayments, Recurring } from '@oinkly/contract/endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { billsToAskAbout } from './bills.ts';
import { recurringQuery } from './recurring-query.ts';

/**
 * The largest payment to ask about (PD-90), or undefined until another screen has loaded what recurs: the dashboard neither waits for it nor
 * moves when it comes.
 */
export function useBillToAskAbout(): MonthlyPayments | undefined {
  const queryClient = useQueryClient();
  const [wasKnown] = useState(
    () => queryClient.getQueryData<Recurring>(recurringQuery.queryKey) !== undefined,
  );
  const { data } = useQuery({ ...recurringQuery, enabled: wasKnown });
  return wasKnown ? billsToAskAbout(data)[0] : undefined;
}
