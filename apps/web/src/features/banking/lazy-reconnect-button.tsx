import { Link } from 'wouter';
import { buttonClass } from '../../shared/ui/button.tsx';
import { lazyPart } from '../../shared/ui/lazy-part.tsx';

/** Few users need it, so it isn't part of the dashboard's first code. */
export const ReconnectButton = lazyPart(() =>
  import('./reconnect-button.tsx').then(
    (module) => ({ default: module.ReconnectButton }),
    () => ({ default: () => <ToAccounts>Reconnect</ToAccounts> }),
  ),
);

export function ToAccounts({ children }: { children: string }) {
  return (
    <Link href="/accounts" className={buttonClass('quiet', 'mt-3 w-full')}>
      {children}
    </Link>
  );
}
