import { providerParams } from '../accounts-query.ts';
import { fieldOf } from '../../../shared/http/api-error.ts';
import type { LinkResult } from '../bank-link.ts';
import { call } from '../../../shared/http/call.ts';

/** The bank's name in the answer of an exchange. The specification knows a refusal that comes with a 200: it throws. */
export function linkedName(answer: { institutionName: string }): string {
  if (fieldOf(answer, 'success') !== true) throw new Error('The exchange was refused');
  return answer.institutionName;
}

/**
 * Ends what the widget began: a new bank's token is exchanged, a repaired connection (`itemId`) keeps its own and is synced. Returns the
 * bank's name. What the widget tells of the accounts lets the server see a bank that is connected already before the exchange.
 */
export async function completeLink(
  { publicToken, metadata: { institution, accounts } }: LinkResult,
  itemId: string | undefined,
): Promise<string> {
  if (itemId !== undefined) {
    await call('syncConnection', { params: { ...providerParams, itemId } });
    return institution?.name ?? 'Your bank';
  }
  const answer = await call('exchangeToken', {
    params: providerParams,
    body: {
      public_token: publicToken ?? '',
      institution_id: institution?.institution_id ?? null,
      accounts: accounts.map(({ name, type, subtype, mask }) => ({ name, type, subtype, mask })),
    },
  });
  return linkedName(answer);
}
