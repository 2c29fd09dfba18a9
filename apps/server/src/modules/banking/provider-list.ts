import type { ProviderDefinition } from './provider-definition.ts';
import { plaid } from './providers/plaid/plaid.ts';
import { simplefin } from './providers/simplefin/simplefin.ts';

/** All ways to connect banks, the usual one first. */
export const PROVIDERS: readonly ProviderDefinition[] = [plaid, simplefin];

/** Returns the name of its test banks' file in the data folder. */
export function testBanksFile(id: string): string {
  return `${id}-emulator.sqlite`;
}
