import type { Day } from '@oinkly/domain/days';
import type { QueryClient } from '@tanstack/react-query';

/** Where and when a screen opens. */
interface Opening {
  path: string;
  search: string;
  today: Day;
}

/** Queries at once all that a screen shows first, as far as its address says it; null if it says too little. */
export type Loader = (queryClient: QueryClient, opening: Opening) => readonly Promise<unknown>[] | null;
