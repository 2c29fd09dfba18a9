import { DEFAULT_TOKEN_LIFETIME_DAYS } from '@oinkly/contract/limits';
import { useState, type RefObject } from 'react';
import { urlOf } from '../../shared/http/call.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { SwitchField } from '../../shared/ui/switch-field.tsx';
import { CopiedField } from './copied-field.tsx';
import { expiryDayOf, SCOPE_WORDS, useCreateToken } from './tokens-query.ts';

/** Makes an address for the user's calendar and shows it for the only time (PD-115). */
export function AddCalendarDialog({
  focusFallback,
  onClose,
}: {
  focusFallback: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const [hasAmounts, setHasAmounts] = useState(false);
  const creation = useCreateToken('calendar', 'Calendar not added');
  const create = () =>
    creation.mutate({
      name: 'Calendar',
      scopes: hasAmounts ? ['calendar:read', 'calendar:amounts'] : ['calendar:read'],
      lifetimeDays: DEFAULT_TOKEN_LIFETIME_DAYS,
    });
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!creation.isPending) onClose();
      }}
      title={creation.data ? 'Copy your calendar’s address' : 'Add to your calendar'}
      description={
        creation.data
          ? `It works until ${expiryDayOf(creation.data)}. You can see it only now, and everyone who has it sees what’s coming up.`
          : 'Your calendar shows what’s coming up in the next three months, by name and day.'
      }
      focusFallback={focusFallback}
    >
      {creation.data ? (
        <AddressView token={creation.data.token} onClose={onClose} />
      ) : (
        <div className="flex flex-col gap-4">
          <SwitchField
            {...SCOPE_WORDS['calendar:amounts']}
            checked={hasAmounts}
            onChange={({ target }) => setHasAmounts(target.checked)}
          />
          <div className="grid gap-3 compact:grid-cols-2">
            <Button look="secondary" onClick={onClose} disabled={creation.isPending}>
              Cancel
            </Button>
            <Button look="primary" isBusy={creation.isPending} onClick={create}>
              Get the address
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function AddressView({ token, onClose }: { token: string; onClose: () => void }) {
  const address = window.location.origin + urlOf('getComingCalendar', { params: { token } });
  return (
    <div className="flex flex-col gap-4">
      <CopiedField label="Address" value={address} noun="address" />
      <p className="text-small text-pretty text-ink-soft">
        In Google Calendar, choose <strong>Other calendars</strong>, then <strong>From URL</strong>. In Apple
        Calendar and Thunderbird, choose to subscribe to a calendar.
      </p>
      <a href={address.replace(/^https?:/, 'webcal:')} className={buttonClass('quiet', 'w-full')}>
        Open in this device’s calendar
      </a>
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}
