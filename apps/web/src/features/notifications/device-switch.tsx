import type { User } from '@oinkly/contract/endpoints';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { useState } from 'react';
import { messageOf } from '../../shared/http/failure-toast.ts';
import { offersButtons } from '../../shared/push/notification-buttons.ts';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { SwitchField } from '../../shared/ui/switch-field.tsx';
import type { Inbox } from './notifications-queries.ts';
import { useDeviceState, useSwitchDevice, type DeviceState } from './this-device.ts';

/** Why a device shows nothing, and what the person can do about it. */
const OBSTACLES: Record<Exclude<DeviceState, 'on' | 'off'>, string> = {
  insecure:
    'Browsers show notifications only for pages that are served over https, and this one is not. They wait for you here.',
  unsupported: 'This browser cannot show notifications. They wait for you here.',
  'off-home-screen': `iPhones and iPads show notifications only for apps on their home screen. Open this page’s share menu, choose ‘Add to Home Screen’, and turn them on in the ${PRODUCT_NAME} that you open from there. Until then they wait for you here.`,
  'not-sent': `${PRODUCT_NAME} cannot send notifications to devices at the moment. They wait for you here.`,
  denied:
    'You have told this browser to block notifications of this site. To take that back, open the site’s settings, which most browsers have beside the address, and allow notifications there.',
};

/** Whether this device shows notifications while the app is closed. */
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

/** What the browser says of itself is for developers. */
function reasonOf(error: Error): string {
  return error instanceof DOMException || error instanceof TypeError
    ? 'Your browser could not reach its service for notifications. Please try again.'
    : messageOf(error, 'Please try again.');
}

function Switch({ isOn, inbox, user }: { isOn: boolean; inbox: Inbox; user: User }) {
  const change = useSwitchDevice(inbox, user.id);
  const [isUnanswered, setIsUnanswered] = useState(false);
  const isNothingWanted = Object.values(inbox.wanted).every((isWanted) => !isWanted);
  return (
    <>
      <SwitchField
        label="Notify me on this device"
        hint={`Also while the app is closed. None holds a sum, and ${offersButtons() ? 'each has a button that turns them off' : 'pressing one leads here, where they are turned off'}.`}
        checked={change.isPending ? change.variables : isOn}
        disabled={change.isPending}
        onChange={(event) =>
          change.mutate(event.currentTarget.checked, {
            onSuccess: (isAllowed) => setIsUnanswered(!isAllowed),
          })
        }
      />
      {isOn && isNothingWanted && (
        <p className="mt-2 text-small text-pretty">Nothing will come yet: choose above what to be told of.</p>
      )}
      <div role="alert">
        {change.isError ? (
          <p className="mt-2 text-small text-pretty text-over-text">
            That did not work. {reasonOf(change.error)}
          </p>
        ) : (
          isUnanswered &&
          !isOn && (
            <p className="mt-2 text-small text-pretty">
              Your browser has asked whether this site may notify you. It stays off until you allow it.
            </p>
          )
        )}
      </div>
    </>
  );
}
