import { Dialog } from '../../shared/ui/dialog.tsx';
import { MapPicture } from './map-picture.tsx';
import { PublicLink } from './public-link.tsx';

export default function ShareMapDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Share my map"
      description="It shows which weeks stayed under budget. No amounts, no stores."
    >
      <MapPicture />
      <PublicLink />
    </Dialog>
  );
}
