import { claims } from './claims.ts';
import { newIds } from './new-ids.ts';
import { outages } from './outages.ts';
import { pendingRows } from './pending-rows.ts';
import { requests } from './requests.ts';
import { wrongDates } from './wrong-dates.ts';
import type { Scenario } from './scenario.ts';

/** What banks and their services have done to real apps, in the order of a first tour. */
export const scenarios: readonly Scenario[] = [
  ...pendingRows,
  ...newIds,
  ...wrongDates,
  ...outages,
  ...requests,
  ...claims,
];
