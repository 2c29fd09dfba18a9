import type { User } from '@oinkly/contract/endpoints';
import { OwnInvite } from '../../features/friends/own-invite.tsx';
import { SignupFlow } from '../../features/onboarding/signup-flow.tsx';

/** The onboarding wizard (RT-7). */
export default function SignupFlowScreen({ user }: { user: User }) {
  return <SignupFlow user={user} inviteOptions={(onInvited) => <OwnInvite onInvited={onInvited} />} />;
}
