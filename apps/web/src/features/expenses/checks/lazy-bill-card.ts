import { lazyPart } from '../../../shared/ui/lazy-part.tsx';

/** Few users are asked about a bill, so it isn't part of the dashboard's first code. Without the code, the question waits for the next start. */
export const BillCard = lazyPart(() =>
  import('./bill-card.tsx').catch((error: unknown) => {
    console.warn('The question about a bill did not load.', error);
    return { default: () => null };
  }),
);
