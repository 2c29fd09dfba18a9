import type { User } from '@oinkly/contract/account';
import type { TokenProvider } from '@oinkly/contract/runtime-config';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { dropLinkSession, leaveToLinkBank } from '../../features/banking/bank-link.ts';
import { OtherWays } from '../../features/banking/connect/other-ways.tsx';
import { usePasteToken } from '../../features/banking/connect/use-paste-token.tsx';
import { invitationQuery, useAcceptAfterOnboarding } from '../../features/friends/friends-queries.ts';
import { OwnInvite } from '../../features/friends/own-invite.tsx';
import { pendingGuest } from '../../features/friends/pending-guest.ts';
import { pendingInvite } from '../../features/friends/pending-invite.ts';
import { forgetInvite } from '../../features/friends/remember-invite.ts';
import { SignupFlow } from '../../features/onboarding/signup-flow.tsx';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';
import { LoadingScreen } from '../loading-screen.tsx';

export default function SignupFlowScreen({ user }: { user: User }) {
  const [usual] = runtimeConfig.providers;
  if (usual.connect === 'token') return <FlowWithToken user={user} provider={usual} />;
  const leave = () => leaveToLinkBank({ provider: usual.id, duringSignup: true });
  return <Flow user={user} onConnectBank={leave} />;
}

function FlowWithToken({ user, provider }: { user: User; provider: TokenProvider }) {
  const place = useRef<HTMLDivElement>(null);
  const { open, dialog } = usePasteToken(provider, { focusFallback: place });
  return (
    <div ref={place} tabIndex={-1}>
      <Flow user={user} onConnectBank={open} />
      {dialog}
    </div>
  );
}

function Flow({ user, onConnectBank }: { user: User; onConnectBank: () => void }) {
  const [code, setCode] = useState(pendingInvite);
  const invitation = useQuery({ ...invitationQuery(code ?? ''), enabled: code !== null });
  const accept = useAcceptAfterOnboarding();
  // Later, the inviter's name would move the step.
  if (code !== null && invitation.isPending) return <LoadingScreen />;
  // Others are explained by the invitation's page.
  const inviter = code !== null && invitation.data?.standing === 'open' ? invitation.data.inviterName : null;
  return (
    <SignupFlow
      user={user}
      otherWaysToConnect={<OtherWays className="self-center" duringSignup />}
      inviteOptions={(onInvited) => <OwnInvite onInvited={onInvited} />}
      inviterName={inviter}
      onConnectBank={onConnectBank}
      onLeaveOutInviter={() => {
        forgetInvite();
        setCode(null);
      }}
      onFinished={async () => {
        // An unfinished link must not lead back into the wizard.
        dropLinkSession();
        if (code !== null) return accept(code, inviter);
        const guest = pendingGuest();
        return guest === null ? '/' : `/guest/${guest}`;
      }}
    />
  );
}
