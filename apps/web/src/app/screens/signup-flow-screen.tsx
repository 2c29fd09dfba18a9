import type { User } from '@oinkly/contract/endpoints';
import { useRef } from 'react';
import { dropLinkSession, leaveToLinkBank } from '../../features/banking/bank-link.ts';
import { OtherWays } from '../../features/banking/connect/other-ways.tsx';
import { usePasteToken } from '../../features/banking/connect/use-paste-token.tsx';
import { OwnInvite } from '../../features/friends/own-invite.tsx';
import { SignupFlow } from '../../features/onboarding/signup-flow.tsx';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';

export default function SignupFlowScreen({ user }: { user: User }) {
  const [usual] = runtimeConfig.providers;
  const place = useRef<HTMLDivElement>(null);
  const { open, dialog } = usePasteToken(usual, { focusFallback: place });
  return (
    <div ref={place} tabIndex={-1}>
      <SignupFlow
        user={user}
        otherWaysToConnect={<OtherWays className="self-center" />}
        inviteOptions={(onInvited) => <OwnInvite onInvited={onInvited} />}
        onConnectBank={usual.tokenPageUrl === null ? () => leaveToLinkBank({ duringSignup: true }) : open}
        // An unfinished link must not lead back into the wizard.
        onFinished={() => dropLinkSession()}
      />
      {dialog}
    </div>
  );
}
