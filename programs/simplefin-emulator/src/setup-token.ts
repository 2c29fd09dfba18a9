import type { Emulator } from './emulator.ts';
import { addBank } from './history/add-bank.ts';
import type { Token } from './storage/tokens.ts';

export const usualHistoryDays = 730;

/** Adds banks with their history to a token, one after another. Throws RangeError for an unknown bank. */
export async function addBanks(
  emulator: Emulator,
  tokenId: string,
  { bankKeys, seed, historyDays }: { bankKeys: readonly string[]; seed?: string; historyDays?: number },
): Promise<void> {
  for (const bankKey of bankKeys) {
    await addBank(emulator, tokenId, {
      bankKey,
      seed: seed ?? emulator.seed,
      historyDays: historyDays ?? usualHistoryDays,
    });
  }
}

/** What a person copies: the claim URL in Base64. */
export function setupTokenOf({ publicUrl }: Emulator, { claimSecret }: Token): string {
  return Buffer.from(`${publicUrl}/claim/${claimSecret}`).toString('base64');
}
