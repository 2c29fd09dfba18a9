import type { User } from '@oinkly/contract/account';
import { SavedSwitch } from '../../shared/ui/saved-switch.tsx';
import { useChoosePictureNames } from './picture-names-query.ts';

/** Off until chosen, for the pictures of map and circle alike (PD-107). */
export function SignPictures({ user, hint }: { user: Pick<User, 'signsPictures'>; hint: string }) {
  const choose = useChoosePictureNames('signsPictures');
  return (
    <div className="mt-4">
      <SavedSwitch label="My first name on it" hint={hint} isOn={user.signsPictures} save={choose} />
    </div>
  );
}
