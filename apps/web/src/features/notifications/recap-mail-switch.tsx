import type { User } from '@oinkly/contract/account';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import { TextLink } from '../../shared/ui/button.tsx';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { SavedSwitch } from '../../shared/ui/saved-switch.tsx';
import { inboxQuery, type Inbox } from './notifications-queries.ts';

/** Beside notifications on devices. Off until chosen. */
export function RecapMailSwitch({ inbox: { recapMail }, user }: { inbox: Inbox; user: User }) {
  const choose = useChooseRecapMail();
  return (
    <section className="mt-9" aria-labelledby="by-email">
      <SectionHeading id="by-email">By email</SectionHeading>
      <SavedSwitch
        label="Email me my week"
        hint={
          user.emailConfirmed
            ? `On Monday morning, to ${user.email}: last week’s result with its amounts, and what is due.`
            : 'On Monday morning: last week’s result with its amounts, and what is due.'
        }
        isOn={recapMail}
        save={choose}
        // Turning it off is always possible.
        disabled={!user.emailConfirmed && !recapMail}
      />
      {!user.emailConfirmed && <Unconfirmed email={user.email} />}
    </section>
  );
}

function Unconfirmed({ email }: { email: string }) {
  return (
    <div className="mt-2 text-small text-pretty">
      {runtimeConfig.loginSettingsUrl === null ? (
        <p className="wrap-anywhere">
          Your login service hasn’t confirmed that {email} is yours, so your week can’t go there.
        </p>
      ) : (
        <>
          <p className="wrap-anywhere">Your week can go to {email} once you’ve confirmed that it’s yours.</p>
          <TextLink href="/my-account/security" className="text-small">
            Confirm your email
          </TextLink>
        </>
      )}
    </div>
  );
}

function useChooseRecapMail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (recapMail: boolean) => call('chooseRecapMail', { body: { recapMail } }),
    onSuccess: ({ recapMail }) =>
      queryClient.setQueryData<Inbox>(inboxQuery.queryKey, (inbox) => inbox && { ...inbox, recapMail }),
    onError: (error) => toastFailure(error, { title: 'Save Failed' }),
  });
}
