import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../shared/http/call.ts';
import { canReachServer, noteLoss } from '../../../shared/http/reach.ts';
import { forgetLastAnswer } from '../../../shared/http/offline-cache.ts';
import { toast } from '../../../shared/ui/toast-store.ts';
import { refreshSpending } from './refresh-spending.ts';
import { outbox } from './outbox.ts';

const TRY_AGAIN_MS = 15_000;

/** Sends this user's waiting changes when the network returns, when the page is shown, and at intervals. */
export function useSending(userId: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const tryAgain = async () => {
      const wasReachable = canReachServer();
      const sent = outbox.waiting.length > 0 ? await sendAll() : 0;
      if (sent > 0) {
        toast({
          title:
            sent === 1 ? 'Back online. Your change is saved.' : `Back online. ${sent} changes are saved.`,
        });
      }
      // Any answer proves that the server is reachable.
      if (!canReachServer()) await call('health').catch(() => undefined);
      if (!wasReachable && canReachServer()) {
        forgetLastAnswer();
        await queryClient.invalidateQueries();
      }
      if (sent > 0) await refreshSpending(queryClient);
    };
    const listen = () => void tryAgain();
    const look = () => {
      // A hidden page sends no requests.
      if (document.visibilityState === 'visible') listen();
    };
    const hearOtherTab = ({ storageArea }: StorageEvent) => {
      if (storageArea !== window.localStorage) return;
      const before = outbox.waiting.length;
      outbox.readAgain();
      // Another tab sent it.
      if (outbox.waiting.length < before) void refreshSpending(queryClient);
    };
    void outbox.open(userId).then(() => {
      listen();
      if (outbox.isListingOld) void refreshSpending(queryClient);
    });
    const timer = setInterval(listen, TRY_AGAIN_MS);
    const mounted = new AbortController();
    window.addEventListener('online', listen, mounted);
    window.addEventListener('offline', noteLoss, mounted);
    window.addEventListener('storage', hearOtherTab, mounted);
    document.addEventListener('visibilitychange', look, mounted);
    return () => {
      clearInterval(timer);
      mounted.abort();
    };
  }, [queryClient, userId]);
}

/** Offline, the sender's code may not be loaded yet. */
async function sendAll(): Promise<number> {
  const module = await import('./sender.ts').catch(() => null);
  return module ? module.sender.sendAll() : 0;
}
