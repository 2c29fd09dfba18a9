import type { User } from '@oinkly/contract/endpoints';
import { forgetLinking, leaveToLinkBank } from '../../features/banking/bank-link.ts';
import { OwnInvite } from '../../features/friends/own-invite.tsx';
import { SignupFlow } from '../../features/onboarding/signup-flow.tsx';

/** The onboarding wizard (RT-7). */
export default function SignupFlowScreen({ user }: { user: User }) {
  return (
    <SignupFlow
      user={user}
      inviteOptions={(onInvited) => <OwnInvite onInvited={onInvited} />}
      onConnectBank={() => leaveToLinkBank({ duringSignup: true })}
      // A link session left by the browser's Back must not lead into the wizard again.
      onFinished={() => forgetLinking()}
    />
  );
}
