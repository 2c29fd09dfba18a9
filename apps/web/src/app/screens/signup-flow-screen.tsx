import type { User } from '@oinkly/contract/endpoints';
import { dropLinkSession, leaveToLinkBank } from '../../features/banking/bank-link.ts';
import { OwnInvite } from '../../features/friends/own-invite.tsx';
import { SignupFlow } from '../../features/onboarding/signup-flow.tsx';

export default function SignupFlowScreen({ user }: { user: User }) {
  return (
    <SignupFlow
      user={user}
      inviteOptions={(onInvited) => <OwnInvite onInvited={onInvited} />}
      onConnectBank={() => leaveToLinkBank({ duringSignup: true })}
      // An unfinished link must not lead back into the wizard.
      onFinished={() => dropLinkSession()}
    />
  );
}
