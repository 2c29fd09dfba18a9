import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { startYearImport, syncStatusQuery, type ConnectionSync } from './accounts-query.ts';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { isUnauthorized } from '../../shared/http/login-failures.ts';
import { toast } from '../../shared/ui/toast-store.ts';
import { refreshBanking } from './refresh-banking.ts';
import { isFinished, POLL_EVERY_MS } from './sync-status.ts';

/** How many consecutive polls may fail. The server continues regardless. */
const MAX_FAILED_POLLS = 5;

export interface YearImport {
  start: () => void;
  isRunning: boolean;
  /** Null while nothing runs, empty before the server's first report. */
  progress: ConnectionSync[] | null;
  isWatched: boolean;
  /** A running import continues. */
  leave: () => void;
}

/** Follows the import until every bank is done or has failed (CA-5). */
export function useImportYear(): YearImport {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<ConnectionSync[] | null>(null);
  const [isWatched, setIsWatched] = useState(false);
  const wasUnmounted = useRef(false);
  useEffect(() => {
    wasUnmounted.current = false;
    return () => {
      wasUnmounted.current = true;
    };
  }, []);

  const conclude = (connections: ConnectionSync[]) => {
    const failed = connections.filter(({ stage }) => stage === 'failed');
    if (failed.length === 0) {
      toast({
        title: 'Transaction Sync Complete',
        description: 'All transactions have been successfully imported',
      });
    } else {
      toast({ title: 'Sync Failed', description: failureText(failed), tone: 'problem' });
    }
    refreshBanking(queryClient);
  };
  const forget = () => {
    setProgress(null);
    setIsWatched(false);
  };

  const run = useMutation({
    mutationFn: async () => {
      await startImport();
      setProgress([]);
      for (let failedPolls = 0; ;) {
        try {
          const connections = await queryClient.query(syncStatusQuery);
          failedPolls = 0;
          setProgress(connections);
          if (connections.every(isFinished)) return connections;
        } catch (error) {
          failedPolls += 1;
          if (isUnauthorized(error) || failedPolls === MAX_FAILED_POLLS) throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
      }
    },
    onSuccess: (connections) => {
      const isWell = connections.every(({ stage }) => stage !== 'failed');
      // The overlay finishes its steps first, unless the user left the page.
      if (isWatched && isWell && !wasUnmounted.current) return;
      conclude(connections);
      if (!isWatched) forget();
    },
    onError: (error) => {
      forget();
      refreshBanking(queryClient);
      if (isUnauthorized(error)) return;
      const description =
        error instanceof NotStarted ? error.message : messageOf(error, 'Failed to sync transactions');
      toast({ title: 'Sync Failed', description, tone: 'problem' });
    },
  });

  return {
    start: () => {
      setIsWatched(true);
      run.mutate();
    },
    isRunning: run.isPending || isWatched,
    progress,
    isWatched,
    leave: () => {
      setIsWatched(false);
      if (run.isPending) return;
      const isWell = progress?.every(({ stage }) => stage !== 'failed') === true;
      if (progress && isWell) conclude(progress);
      forget();
    },
  };
}

class NotStarted extends Error {
  override readonly name = 'NotStarted';
}

async function startImport(): Promise<void> {
  try {
    await startYearImport();
  } catch (error) {
    if (isUnauthorized(error)) throw error;
    throw new NotStarted('Failed to start transaction sync', { cause: error });
  }
  toast({ title: 'Sync started', description: 'Importing this year’s transactions from your banks.' });
}

function failureText(failed: ConnectionSync[]): string {
  return failed
    .map(({ institution_name, error }) => `${institution_name}: ${error ?? 'Failed to sync transactions'}`)
    .join(' ');
}
