import type { User } from '@oinkly/contract/endpoints';
export default function SignupFlowScreen(_: { user: User }) {
  return null;
}
