import type { User } from '@oinkly/contract/account';
import { dayInZone } from '@oinkly/domain/days';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { useTimeZone } from '../../shared/hooks/use-now.ts';
import { useToday } from '../../shared/hooks/use-today.ts';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import { Button, TextButton } from '../../shared/ui/button.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { expenseDay } from '../../shared/words/expense-words.ts';
import {
  friendsQuery,
  inviteQuery,
  LOADED_BY_SCREEN,
  useRememberInvited,
  useReplaceInvite,
} from './friends-queries.ts';
import { MailInvite } from './mail-invite.tsx';
import { OwnInvite } from './own-invite.tsx';

const AFTER_THAT = 'After that, you’ll find a new one here.';

/** What is below the board (PD-92). Render it once the friends have loaded or failed. */
export function FriendsPage({ user }: { user: User }) {
  const circle = useQuery({ ...friendsQuery, ...LOADED_BY_SCREEN });
  return (
    <>
      {circle.data?.friends.length === 0 && circle.data.guests.length === 0 && <NoFriends />}
      <Invite user={user} />
    </>
  );
}

function NoFriends() {
  return (
    <div className="mt-7 flex flex-wrap items-center gap-4 rounded-medium border border-line bg-card p-4">
      <Pig mood="content" width={72} className="flex-none" />
      {/* Large text wraps below the pig. */}
      <p className="flex-[1_1_8rem] text-pretty">
        No friends yet. For now you’re competing with your past self.
      </p>
    </div>
  );
}

function Invite({ user }: { user: User }) {
  const rememberInvited = useRememberInvited();
  return (
    <section className="mt-9" aria-labelledby="invite-friends">
      <SectionHeading id="invite-friends">Invite friends</SectionHeading>
      <OwnInvite onInvited={rememberInvited} />
      {runtimeConfig.sendsMail && <MailInvite user={user} onInvited={rememberInvited} />}
      <InviteExpiry />
      <ReplaceLink />
    </section>
  );
}

function InviteExpiry() {
  const { data, isError } = useQuery(inviteQuery);
  const today = useToday();
  const timeZone = useTimeZone();
  if (!data && isError) return null;
  const day = data ? dayInZone(new Date(data.expiresAt), timeZone) : today;
  return (
    // Reserves its space while the day loads, so that nothing below moves.
    <p className={`mt-3 text-small text-ink-soft ${data ? '' : 'invisible'}`}>
      Your link works until {expenseDay(day)}. {data?.signUps ? signUpWords(data.signUps) : AFTER_THAT}
    </p>
  );
}

function signUpWords(count: number): string {
  return `${count === 1 ? '1 person has' : `${count} people have`} created an account with it.`;
}

function ReplaceLink() {
  const [isAsking, setIsAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const leaving = useFocusFallback(place);
  const replace = useReplaceInvite(() => setIsAsking(false));
  return (
    <div ref={place} tabIndex={-1}>
      {isAsking ? (
        <div ref={leaving} className="mt-3 rounded-medium border border-line bg-card p-4">
          <p className="text-pretty">Links you’ve already sent will stop working. Your friends stay.</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button look="quiet" onClick={() => setIsAsking(false)}>
              Keep it
            </Button>
            <Button look="quiet" autoFocus isBusy={replace.isPending} onClick={() => replace.mutate()}>
              Replace my link
            </Button>
          </div>
        </div>
      ) : (
        <TextButton className="mt-1 text-small" onClick={() => setIsAsking(true)}>
          Replace my link
        </TextButton>
      )}
    </div>
  );
}
