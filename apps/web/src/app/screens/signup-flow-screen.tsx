import type { User } from '@oinkly/contract/endpoints';
import { lazy, Suspense, useRef, useState } from 'react';
import { dropLinkSession, leaveToLinkBank } from '../../features/banking/bank-link.ts';
import { OtherWays } from '../../features/banking/connect/other-ways.tsx';
import { OwnInvite } from '../../features/friends/own-invite.tsx';
import { SignupFlow } from '../../features/onboarding/signup-flow.tsx';
import { runtimeConfig } from '../../shared/http/runtime-config.ts';

const PasteTokenDialog = lazy(() => import('../../features/banking/connect/paste-token-dialog.tsx'));

export default function SignupFlowScreen({ user }: { user: User }) {
  const [usual] = runtimeConfig.providers;
  const [isPasting, setIsPasting] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} tabIndex={-1}>
      <SignupFlow
        user={user}
        otherWaysToConnect={<OtherWays className="self-center" />}
        inviteOptions={(onInvited) => <OwnInvite onInvited={onInvited} />}
        onConnectBank={() =>
          usual.tokenPageUrl === null ? leaveToLinkBank({ duringSignup: true }) : setIsPasting(true)
        }
        // An unfinished link must not lead back into the wizard.
        onFinished={() => dropLinkSession()}
      />
      {isPasting && (
        <Suspense fallback={null}>
          <PasteTokenDialog provider={usual} focusFallback={place} onClose={() => setIsPasting(false)} />
        </Suspense>
      )}
    </div>
  );
}
