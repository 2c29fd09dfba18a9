import type { User } from '@oinkly/contract/account';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { PersonalTokensSection } from '../../features/account/personal-tokens-section.tsx';
import { SessionsSection, sessionsQuery } from '../../features/account/sessions-section.tsx';
import { UnconfirmedEmail } from '../../features/account/unconfirmed-email.tsx';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import { buttonClass } from '../../shared/ui/button.tsx';
import { BackLink } from '../../shared/ui/back-link.tsx';
import { useSignOut } from '../use-sign-out.tsx';
import { PageHeading } from '../../shared/ui/page-heading.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';

export default function SecurityScreen({ user }: { user: User }) {
  const sessions = useQuery(sessionsQuery);
  const { askFirst, signOutHere, question } = useSignOut();
  return (
    <>
      <BackLink href="/my-account">Back to my account</BackLink>
      <PageHeading title="Security" />
      {runtimeConfig.loginSettingsUrl !== null && (
        <section className="mt-7" aria-labelledby="signing-in">
          <SectionHeading id="signing-in">Logging in</SectionHeading>
          <a href={runtimeConfig.loginSettingsUrl} className={buttonClass('quiet', 'w-full')}>
            <KeyRound size={18} aria-hidden="true" />
            Password and passkeys
          </a>
          {runtimeConfig.sendsMail && !user.emailConfirmed && <UnconfirmedEmail email={user.email} />}
        </section>
      )}
      <SessionsSection askFirst={askFirst} onSignOutHere={signOutHere} />
      {question}
      {/* They would move when the sessions load above them. */}
      <div hidden={sessions.isPending}>
        <PersonalTokensSection />
      </div>
    </>
  );
}
