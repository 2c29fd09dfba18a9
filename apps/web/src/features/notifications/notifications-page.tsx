import type { Notification, WantedNotifications } from '@oinkly/contract/notifications';
import type { User } from '@oinkly/contract/account';
import { DEVICE_KINDS, type DeviceKind, type NotificationKind } from '@oinkly/domain/notifications';
import { useQuery } from '@tanstack/react-query';
import {
  CalendarCheck,
  ChartNoAxesColumn,
  Landmark,
  ListPlus,
  Unplug,
  UserRoundPlus,
  type LucideIcon,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import { TextButton } from '../../shared/ui/button.tsx';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { SavedSwitch } from '../../shared/ui/saved-switch.tsx';
import { DeviceSwitch } from './device-switch.tsx';
import { KIND_WORDS } from './kind-words.ts';
import { RecapMailSwitch } from './recap-mail-switch.tsx';
import { inboxQuery, useChoose, useMarkRead, type Inbox } from './notifications-queries.ts';

/** A longer list folds to its first rows, so that the choices below it stay near. */
const FOLD_ABOVE = 10;
const HEAD_ROWS = 8;

export function NotificationsPage({ user }: { user: User }) {
  const inbox = useQuery(inboxQuery);
  if (inbox.data) {
    return (
      <>
        <Latest inbox={inbox.data} />
        <Choices wanted={inbox.data.wanted} />
        <DeviceSwitch inbox={inbox.data} user={user} />
        {runtimeConfig.sendsMail && <RecapMailSwitch inbox={inbox.data} user={user} />}
      </>
    );
  }
  return (
    <div className="mt-4" aria-busy={inbox.isPending}>
      {inbox.isError ? (
        <FailureNotice
          message={messageOf(inbox.error, 'We couldn’t load your notifications.')}
          onRetry={() => void inbox.refetch()}
        />
      ) : (
        <div className="flex flex-col gap-4">
          <Skeleton className="h-24 w-full rounded-medium" />
          {DEVICE_KINDS.map((kind) => (
            <Skeleton key={kind} className="h-20 w-full rounded-medium" />
          ))}
        </div>
      )}
    </div>
  );
}

function Latest({ inbox: { notifications } }: { inbox: Inbox }) {
  useMarkRead(notifications);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const leaving = useFocusFallback(list);
  if (notifications.length === 0) {
    return (
      <div className="mt-4 flex flex-wrap items-center gap-4 rounded-medium border border-line bg-card p-4">
        <Pig mood="asleep" width={72} className="flex-none" />
        {/* Large text wraps below the pig. */}
        <p className="flex-[1_1_8rem] text-pretty">
          No notifications yet. You’ll read here when a friend joins, a week ends or a bank needs you.
        </p>
      </div>
    );
  }
  const unread = notifications.filter(({ read }) => !read).length;
  const isFolded = notifications.length > FOLD_ABOVE && !isUnfolded;
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Latest"
        className="mt-4 rounded-medium border border-line bg-card"
      >
        {(isFolded ? notifications.slice(0, Math.max(HEAD_ROWS, unread)) : notifications).map(
          (notification) => (
            <Row key={notification.id} notification={notification} />
          ),
        )}
      </ul>
      {isFolded && unread < notifications.length && (
        <TextButton ref={leaving} className="mt-1" onClick={() => setIsUnfolded(true)}>
          Show all {notifications.length}
        </TextButton>
      )}
    </>
  );
}

const ICONS: Record<NotificationKind, LucideIcon> = {
  budget: ChartNoAxesColumn,
  bank: Landmark,
  result: CalendarCheck,
  friend: UserRoundPlus,
  import: ListPlus,
  place: Unplug,
};

const whenWords = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

function Row({ notification: { kind, title, body, path, createdAt, read } }: { notification: Notification }) {
  const Icon = ICONS[kind];
  return (
    <li className="border-line not-first:border-t">
      <Link href={path} className="flex gap-3 px-inset py-3 text-ink no-underline hover:bg-pink-wash">
        <span className="grid size-tile flex-none place-items-center rounded-small bg-pink-wash text-pink-deep">
          <Icon size={20} aria-hidden="true" />
        </span>
        <span className="min-w-0 flex-1">
          {!read && (
            <span className="float-right mt-1 ml-3 rounded-full bg-pink-deep px-2 text-nav font-bold text-on-pink">
              New
            </span>
          )}
          <span className={`block text-pretty wrap-anywhere ${read ? '' : 'font-bold'}`}>
            <bdi>{title}</bdi>
          </span>
          <span className="block text-small text-pretty text-ink-soft">{body}</span>
          <span className="mt-0.5 block text-small text-ink-soft">
            <time dateTime={createdAt}>{whenWords.format(new Date(createdAt))}</time>
          </span>
        </span>
      </Link>
    </li>
  );
}

function Choices({ wanted }: { wanted: WantedNotifications }) {
  return (
    <section className="mt-9" aria-labelledby="tell-me-about">
      <SectionHeading id="tell-me-about">Also on my devices</SectionHeading>
      <p className="-mt-1 mb-4 text-small text-pretty text-ink-soft">
        The list above always has everything. Choose what also reaches your devices.
      </p>
      <div className="flex flex-col gap-4">
        {DEVICE_KINDS.map((kind) => (
          <Choice key={kind} kind={kind} {...KIND_WORDS[kind]} isWanted={wanted[kind]} />
        ))}
      </div>
    </section>
  );
}

function Choice({
  kind,
  label,
  hint,
  isWanted,
}: {
  kind: DeviceKind;
  label: string;
  hint: string;
  isWanted: boolean;
}) {
  const choose = useChoose(kind);
  return <SavedSwitch label={label} hint={hint} isOn={isWanted} save={choose} />;
}
