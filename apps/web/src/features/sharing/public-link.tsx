import { Link2 } from 'lucide-react';
import { copyText } from '../../shared/hooks/copy-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { SavedSwitch } from '../../shared/ui/saved-switch.tsx';
import { toast } from '../../shared/ui/toast-store.ts';
import { usePublicLink, type SharedThing } from './share-queries.ts';

const RESTS: Record<SharedThing, string> = {
  map: '',
  circle: ' It shows nothing while you’re alone or off the board, then works again.',
};

const SHOWN: Record<SharedThing, string> = {
  map: 'your name and this map',
  circle: 'this circle, with the names of those who agreed',
};

export function PublicLink({
  thing,
  url,
  onRetry,
}: {
  thing: SharedThing;
  /** Null while there is none; undefined until it is known. */
  url: string | null | undefined;
  /** Undefined unless it could not be loaded. */
  onRetry: (() => void) | undefined;
}) {
  const change = usePublicLink(thing);

  if (url === undefined) {
    return (
      <div className="mt-6 min-h-30">
        {onRetry ? (
          <FailureNotice message="We couldn’t load your public link." onRetry={onRetry} />
        ) : (
          <Skeleton className="h-13 w-full rounded-small" />
        )}
      </div>
    );
  }
  return (
    <div className="mt-6 min-h-30">
      <SavedSwitch
        label="Public link"
        hint={
          url === null
            ? `When on, anyone with the link can see ${SHOWN[thing]}. The picture then has the link.`
            : `Anyone with the link can see ${SHOWN[thing]}.${RESTS[thing]} Turning it off breaks this link for good.`
        }
        isOn={url !== null}
        save={change}
      />
      {url !== null && (
        <div className="mt-3 flex flex-wrap items-end gap-2">
          <TextField
            label={`Link to your ${thing}`}
            className="min-w-0 flex-[1_1_12rem]"
            readOnly
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button look="quiet" className="min-h-13 flex-none" onClick={() => void copy(url)}>
            <Link2 size={18} aria-hidden="true" />
            Copy link
          </Button>
        </div>
      )}
    </div>
  );
}

async function copy(url: string): Promise<void> {
  if (await copyText(url)) toast({ title: 'Copied!', description: 'The link is on your clipboard.' });
  else toast({ title: 'Not copied', description: 'Select the link and copy it yourself.', tone: 'problem' });
}
