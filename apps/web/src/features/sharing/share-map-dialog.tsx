import type { User } from '@oinkly/contract/account';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { PublicLink } from './public-link.tsx';
import { SharePicture } from './share-picture.tsx';
import { mapShareQuery } from './share-queries.ts';
import { SignPictures } from './sign-pictures.tsx';

export default function ShareMapDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const share = useQuery(mapShareQuery);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Share my map"
      description="It shows which weeks stayed under budget. No amounts, no stores."
    >
      <SharePicture thing="map" inWords={share.data?.map.quip ?? 'Your map'} />
      <SignPictures user={user} hint="On every picture that you share, also of your circle." />
      <PublicLink
        thing="map"
        url={share.data?.url}
        onRetry={share.isError ? () => void share.refetch() : undefined}
      />
    </Dialog>
  );
}
