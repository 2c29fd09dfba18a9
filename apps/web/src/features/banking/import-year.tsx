import { ChevronDown } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { SyncOverlay } from './sync-overlay.tsx';
import { stageText } from './sync-status.ts';
import { useImportYear } from './use-import-year.ts';

/** 'Import Current Year' (CA-5), which few need, behind one line. Progress shows in an overlay, or in place once it runs in the background. */
export function ImportYear() {
  const { start, isRunning, progress, isWatched, leave } = useImportYear();
  return (
    <details className="group text-small">
      <summary className="inline-flex min-h-11 items-center gap-1 text-ink-soft hover:text-ink">
        Purchases missing on your map?
        <ChevronDown size={16} aria-hidden="true" className="transition-transform group-open:rotate-180" />
      </summary>
      <p className="text-small text-ink-soft">
        We ask your banks again for everything since the first week of the year. What you deleted stays
        deleted.
      </p>
      <Button look="quiet" className="mt-3 w-full" isBusy={isRunning} onClick={start}>
        {isRunning && <Spinner className="size-4" />}
        {isRunning ? 'Importing...' : 'Import Current Year'}
      </Button>
      {progress && (
        <ul aria-live="polite" className="mt-3 text-small">
          {progress.map((connection) => (
            <li key={connection.item_id} className="py-1">
              <p className="font-medium wrap-anywhere">{connection.institution_name}</p>
              <p className="text-ink-soft">
                {stageText(connection)}
                {connection.imported > 0 && ` · ${connection.imported} new`}
              </p>
            </li>
          ))}
        </ul>
      )}
      {progress && isWatched && <SyncOverlay connections={progress} onLeave={leave} />}
    </details>
  );
}
