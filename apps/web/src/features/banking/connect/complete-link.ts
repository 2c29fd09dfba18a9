import { fieldOf } from '../../../shared/http/api-error.ts';
import type { LinkResult } from '../bank-link.ts';
import { call } from '../../../shared/http/call.ts';

/** Throws for the specification's refusal with status 200. */
export function linkedName(answer: { institutionName: string }): string {
  if (fieldOf(answer, 'success') !== true) throw new Error('The exchange was refused');
  return answer.institutionName;
}

/**
 * Exchanges a new bank's token, or syncs a repaired connection (`itemId`). Returns the bank's name. The account list lets the server
 * recognize a connected bank.
 */
export async function completeLink(
  provider: string,
  { publicToken, metadata: { institution, accounts } }: LinkResult,
  itemId: string | undefined,
): Promise<string> {
  if (itemId !== undefined) {
    await call('syncConnection', { params: { provider, itemId } });
    return institution?.name ?? 'Your bank';
  }
  const answer = await call('exchangeToken', {
    params: { provider },
    body: {
      public_token: publicToken ?? '',
      institution_id: institution?.institution_id ?? null,
      accounts: accounts.map(({ name, type, subtype, mask }) => ({ name, type, subtype, mask })),
    },
  });
  return linkedName(answer);
}
