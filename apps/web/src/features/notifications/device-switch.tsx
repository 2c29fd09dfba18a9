import type { User } from '@oinkly/contract/account';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { useState } from 'react';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { offersButtons } from '../../shared/push/notification-buttons.ts';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { SavedSwitch } from '../../shared/ui/saved-switch.tsx';
import type { Inbox } from './notifications-queries.ts';
import { useDeviceState, useSwitchDevice, type DeviceState } from './this-device.ts';

const OBSTACLES: Record<Exclude<DeviceState, 'on' | 'off'>, string> = {
  insecure:
    'Browsers allow notifications only on https pages, and this one isn’t. You’ll still see them here.',
  unsupported: 'This browser can’t show notifications. You’ll still see them here.',
  'off-home-screen': `iPhones and iPads show notifications only for apps on the home screen. Open this page’s share menu and choose ‘Add to Home Screen’. Then open ${PRODUCT_NAME} from there and turn them on. Until then, you’ll see them here.`,
  'not-sent': `${PRODUCT_NAME} can’t send notifications to devices right now. You’ll still see them here.`,
  denied: 'Your browser is blocking notifications. Allow them in your browser’s settings for this site.',
};

export function DeviceSwitch({ inbox, user }: { inbox: Inbox; user: User }) {
  const state = useDeviceState(inbox);
  return (
    <section className="mt-9" aria-labelledby="this-device">
      <SectionHeading id="this-device">This device</SectionHeading>
      {state === undefined ? (
        <Skeleton className="h-20 w-full rounded-medium" />
      ) : state === 'on' || state === 'off' ? (
        <Switch isOn={state === 'on'} inbox={inbox} user={user} />
      ) : (
        <p className="rounded-medium border border-line bg-card p-4 text-pretty">{OBSTACLES[state]}</p>
      )}
    </section>
  );
}

/** The browser's own messages are for developers. */
function reasonOf(error: Error): string {
  return error instanceof DOMException || error instanceof TypeError
    ? 'Your browser couldn’t reach its push service. Please try again.'
    : messageOf(error, 'Please try again.');
}

function Switch({ isOn, inbox, user }: { isOn: boolean; inbox: Inbox; user: User }) {
  const change = useSwitchDevice(inbox, user.id);
  const [isUnanswered, setIsUnanswered] = useState(false);
  const isNothingWanted = Object.values(inbox.wanted).every((isWanted) => !isWanted);
  return (
    <>
      <SavedSwitch
        label="Notify me on this device"
        hint={`Even when the app is closed. They never show amounts. ${offersButtons() ? 'You can turn them off from any of them.' : 'Tap one to come here and turn them off.'}`}
        isOn={isOn}
        save={{
          ...change,
          mutate: (wanted, ending) =>
            change.mutate(wanted, {
              ...ending,
              onSuccess: (isAllowed) => setIsUnanswered(!isAllowed),
            }),
        }}
      />
      {isOn && isNothingWanted && (
        <p className="mt-2 text-small text-pretty">Choose at least one notification above.</p>
      )}
      <div role="alert">
        {change.isError ? (
          <p className="mt-2 text-small text-pretty text-over-text">
            That didn’t work. {reasonOf(change.error)}
          </p>
        ) : (
          isUnanswered &&
          !isOn && (
            <p className="mt-2 text-small text-pretty">
              Your browser asked whether to allow notifications. They stay off until you allow them.
            </p>
          )
        )}
      </div>
    </>
  );
}
