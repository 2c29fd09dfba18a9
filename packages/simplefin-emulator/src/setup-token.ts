import { inTransaction } from '@oinkly/test-banks/bank-file';
import type { Emulator } from './emulator.ts';
import { addBank } from './history/add-bank.ts';
import { insertToken, type Token } from './storage/tokens.ts';

export const usualHistoryDays = 730;

/** Creates a token that holds these banks. Throws RangeError for an unknown bank. */
export function createToken(
  emulator: Emulator,
  { bankKeys, seed, historyDays }: { bankKeys: readonly string[]; seed?: string; historyDays?: number },
): Token {
  return inTransaction(emulator.database, () => {
    const token = insertToken(emulator.database, emulator.now());
    for (const bankKey of bankKeys) {
      addBank(emulator, token.tokenId, {
        bankKey,
        seed: seed ?? emulator.seed,
        historyDays: historyDays ?? usualHistoryDays,
      });
    }
    return token;
  });
}

/** What a person copies: the claim URL in Base64. */
export function setupTokenOf({ publicUrl }: Emulator, { claimSecret }: Token): string {
  return Buffer.from(`${publicUrl}/claim/${claimSecret}`).toString('base64');
}
