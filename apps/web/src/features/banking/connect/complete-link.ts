import type { PlaidLinkOnSuccessMetadata } from 'react-plaid-link';
import { providerParams } from '../../../shared/http/accounts-query.ts';
import { call } from '../../../shared/http/call.ts';

/**
 * Ends what the widget began: a new bank's token is exchanged, a repaired connection is synced and keeps its own. Returns the bank's name.
 * What the widget tells of the accounts lets the server see a bank that is connected already before the exchange.
 */
export async function completeLink({
  publicToken,
  metadata: { institution, accounts },
  itemId,
}: {
  publicToken: string | null;
  metadata: Pick<PlaidLinkOnSuccessMetadata, 'institution' | 'accounts'>;
  itemId: string | undefined;
}): Promise<string> {
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
  // An older server, or a proxy, may say no with a 200.
  if (!answer.success) throw new Error('The exchange was refused');
  return answer.institutionName;
}
