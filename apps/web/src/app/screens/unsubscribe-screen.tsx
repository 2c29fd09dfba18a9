import { UnsubscribePage } from '../../features/notifications/unsubscribe-page.tsx';
import { Wordmark } from '../../shared/ui/wordmark.tsx';
import { useNameInPath } from './name-in-path.ts';

/** Ends mails, open to everyone with its link. */
export default function UnsubscribeScreen() {
  return (
    <div className="mx-auto max-w-column px-gutter">
      <header className="absolute py-3">
        <Wordmark />
      </header>
      <main>
        <UnsubscribePage token={useNameInPath()} />
      </main>
    </div>
  );
}
