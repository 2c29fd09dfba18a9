import { useQuery } from '@tanstack/react-query';
import type { ProviderConfig } from '@oinkly/contract/runtime-config';
import { linkLimitQuery } from './link-limit-query.ts';

/** How much of the plan is used; nothing if the plan has no limit. */
export function LinkLimitNote({ provider: { id, name, linkLimit } }: { provider: ProviderConfig }) {
  const { data: links } = useQuery({ ...linkLimitQuery(id), enabled: linkLimit !== null });
  if (!links) return null;
  return <p className="text-small">{limitText(name, links)}</p>;
}

export function limitText(provider: string, { used, limit }: { used: number; limit: number }): string {
  const plan = `this server’s ${provider} plan`;
  if (used >= limit) {
    return `All ${limit} connections of ${plan} are used. Reconnecting a connected bank still works.`;
  }
  if (used === limit - 1) return `This uses the last of ${limit} connections of ${plan}.`;
  return `${used} of ${limit} used: ${plan} counts every connection, also ended ones.`;
}
