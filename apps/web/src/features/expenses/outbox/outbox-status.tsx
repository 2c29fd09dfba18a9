import { useCanReachServer } from '../../../shared/hooks/use-reach.ts';
import { useOutbox, useUnreadable } from './use-outbox.ts';
import { useSending } from './use-sending.ts';
import { lazyPart } from '../../../shared/ui/lazy-part.tsx';

export const loadWaitingNotice = () => import('./waiting-notice.tsx');
/** The page works without the notice. */
const WaitingNotice = lazyPart(() => loadWaitingNotice().catch(() => ({ default: () => null })));

/** Sends the user's waiting changes, and says when one waits or was refused. */
export function OutboxStatus({ userId }: { userId: string }) {
  useSending(userId);
  const isAnyUnsent = useOutbox().some(({ isWaiting, refusal }) => isWaiting || refusal !== null);
  const isAnyUnreadable = useUnreadable().length > 0;
  const hasNews = !useCanReachServer() || isAnyUnsent || isAnyUnreadable;
  return <div role="status">{hasNews && <WaitingNotice />}</div>;
}
