import type { User } from '@oinkly/contract/endpoints';
import type { TokenProvider } from '@oinkly/contract/runtime-config';
import { useRef } from 'react';
import { dropLinkSession, leaveToLinkBank } from '../../features/banking/bank-link.ts';
import { OtherWays } from '../../features/banking/connect/other-ways.tsx';
import { usePasteToken } from '../../features/banking/connect/use-paste-token.tsx';
import { OwnInvite } from '../../features/friends/own-invite.tsx';
import { SignupFlow } from '../../features/onboarding/signup-flow.tsx';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';

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
  return (
    <SignupFlow
      user={user}
      otherWaysToConnect={<OtherWays className="self-center" duringSignup />}
      inviteOptions={(onInvited) => <OwnInvite onInvited={onInvited} />}
      onConnectBank={onConnectBank}
      // An unfinished link must not lead back into the wizard.
      onFinished={() => dropLinkSession()}
    />
  );
}
