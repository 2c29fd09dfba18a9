import type { User } from '@oinkly/contract/account';
import { sharedCircleInWords } from '@oinkly/domain/shared-circle';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { PublicLink } from './public-link.tsx';
import { SharePicture } from './share-picture.tsx';
import { circleShareQuery } from './share-queries.ts';
import { SignPictures } from './sign-pictures.tsx';

export default function ShareCircleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const share = useQuery(circleShareQuery);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Share the circle"
      description="It shows who kept which week. No amounts, no ranks. Friends are named only if they agreed; guests never are."
    >
      <SharePicture
        thing="circle"
        inWords={share.data ? sharedCircleInWords(share.data.counts) : 'Your circle'}
      />
      <SignPictures
        user={user}
        hint="On every picture that you share, also of your map, and on your circle’s page."
      />
      <PublicLink
        thing="circle"
        url={share.data?.url}
        onRetry={share.isError ? () => void share.refetch() : undefined}
      />
    </Dialog>
  );
}
