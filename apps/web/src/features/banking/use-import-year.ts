import type { SyncStatus } from '@oinkly/contract/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { providerParams } from '../../shared/http/accounts-query.ts';
import { call } from '../../shared/http/call.ts';
import { messageOf } from '../../shared/http/failure-toast.ts';
import { isUnauthorized } from '../../shared/http/require-login.ts';
import { toast } from '../../shared/ui/toast-store.ts';
import { refreshBanking } from './refresh-banking.ts';

const POLL_EVERY_MS = 1000;

type ConnectionSync = SyncStatus['connections'][number];

/**
 * 'Import Current Year' (CA-5): starts the import and follows the server's account of it until every connection is done or has
 * failed. `progress` is that account; null while nothing runs.
 */
export function useImportYear() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<ConnectionSync[] | null>(null);
  const run = useMutation({
    mutationFn: async () => {
      await startImport();
      return followImport(setProgress);
    },
    onSuccess: (connections) => {
      const failed = connections.filter(({ stage }) => stage === 'failed');
      if (failed.length === 0) {
        toast({
          title: 'Transaction Sync Complete',
          description: 'All transactions have been successfully imported',
        });
      } else {
        toast({ title: 'Sync Failed', description: failureText(failed), tone: 'problem' });
      }
    },
    onError: (error) => {
      if (isUnauthorized(error)) return;
      const description =
        error instanceof NotStarted ? error.message : messageOf(error, 'Failed to sync transactions');
      toast({ title: 'Sync Failed', description, tone: 'problem' });
    },
    onSettled: () => {
      setProgress(null);
      refreshBanking(queryClient);
    },
  });
  return { start: () => run.mutate(), isRunning: run.isPending, progress };
}

/** The import never began. */
class NotStarted extends Error {
  override readonly name = 'NotStarted';
}

async function startImport(): Promise<void> {
  try {
    await call('importCurrentYear', { params: providerParams });
  } catch (error) {
    if (isUnauthorized(error)) throw error;
    throw new NotStarted('Failed to start transaction sync', { cause: error });
  }
  toast({ title: 'Sync Started', description: 'Importing this year’s transactions from your banks.' });
}

async function followImport(onProgress: (connections: ConnectionSync[]) => void): Promise<ConnectionSync[]> {
  for (;;) {
    const { connections } = await call('getSyncStatus', { params: providerParams });
    onProgress(connections);
    if (connections.every(isFinished)) return connections;
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
  }
}

function isFinished({ stage }: ConnectionSync): boolean {
  return stage === null || stage === 'done' || stage === 'failed';
}

/** What did not work, bank by bank. */
function failureText(failed: ConnectionSync[]): string {
  return failed
    .map(({ institution_name, error }) => `${institution_name}: ${error ?? 'Failed to sync transactions'}`)
    .join(' ');
}
