import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../shared/http/call.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { copyText } from '../../shared/hooks/copy-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { SwitchField } from '../../shared/ui/switch-field.tsx';
import { toast } from '../../shared/ui/toast-store.ts';
import { mapShareQuery } from './map-queries.ts';

export function PublicLink() {
  const share = useQuery(mapShareQuery);
  const queryClient = useQueryClient();
  // The switch's position until the server confirms it.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const change = useMutation({
    mutationFn: async (isOn: boolean) => (isOn ? (await call('shareMap')).url : await switchOff()),
    onSuccess: (url) => {
      queryClient.setQueryData(mapShareQuery.queryKey, (known) => known && { ...known, url });
      if (url === null) toast({ title: 'Public link is off', description: 'The old link no longer works.' });
    },
    onError: (error) => toastFailure(error),
    onSettled: () => setWanted(null),
  });

  if (!share.data) {
    return (
      <div className="mt-6 min-h-30">
        {share.isError ? (
          <FailureNotice message="We couldn’t load your public link." onRetry={() => void share.refetch()} />
        ) : (
          <Skeleton className="h-13 w-full rounded-small" />
        )}
      </div>
    );
  }
  const { url } = share.data;
  return (
    <div className="mt-6 min-h-30">
      <SwitchField
        label="Public link"
        hint={
          url === null
            ? 'When on, anyone with the link can see your name and this map.'
            : 'Anyone with the link can see your name and this map. Turning it off breaks this link for good.'
        }
        checked={wanted ?? url !== null}
        aria-busy={wanted !== null}
        onChange={(event) => {
          if (wanted !== null) return;
          setWanted(event.currentTarget.checked);
          change.mutate(event.currentTarget.checked);
        }}
      />
      {url !== null && (
        <div className="mt-3 flex flex-wrap items-end gap-2">
          <TextField
            label="Link to your map"
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

async function switchOff(): Promise<null> {
  await call('unshareMap');
  return null;
}

async function copy(url: string): Promise<void> {
  if (await copyText(url)) toast({ title: 'Copied!', description: 'The link is on your clipboard.' });
  else toast({ title: 'Not copied', description: 'Select the link and copy it yourself.', tone: 'problem' });
}
