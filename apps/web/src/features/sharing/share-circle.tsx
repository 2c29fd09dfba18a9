import type { User } from '@oinkly/contract/account';
import { useState } from 'react';
import { TextButton } from '../../shared/ui/button.tsx';
import { lazyPart } from '../../shared/ui/lazy-part.tsx';

const ShareCircleDialog = lazyPart(() => import('./share-circle-dialog.tsx'));

export function ShareCircle({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <TextButton className="mt-1" onClick={() => setIsOpen(true)}>
        Share the circle
      </TextButton>
      {isOpen && <ShareCircleDialog user={user} onClose={() => setIsOpen(false)} />}
    </>
  );
}
