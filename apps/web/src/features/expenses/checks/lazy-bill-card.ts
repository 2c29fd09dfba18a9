import { lazyPart } from '../../../shared/ui/lazy-part.tsx';

/** Few users are asked about a bill, so it isn't part of the dashboard's first code. */
export const BillCard = lazyPart(() => import('./bill-card.tsx'));
