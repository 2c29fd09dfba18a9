import type { User } from '@oinkly/contract/endpoints';
export default function MyAccountScreen(_: { user: User }) {
  return null;
}
