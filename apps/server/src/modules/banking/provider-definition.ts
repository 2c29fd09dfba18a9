import type { Finding } from '../../monitoring/finding.ts';
import type { Settings } from '../../settings/setting.ts';
import type { Deps } from '../deps.ts';
import type { BankProvider } from './provider.ts';

/** A way to connect banks. All that config, documents, `doctor`, backups and the browser need to know of it is here. */
export interface ProviderDefinition {
  /** The name in API paths and the database, such as `plaid`. */
  readonly id: string;
  readonly name: string;
  readonly settings: Settings;
  /** What the operator does to offer it, for the sentence that refuses a server without any provider. */
  readonly offeredBy: string;
  /** Null if no test banks run beside the app. They take the place of those that the settings `insteadOf` lead to. */
  readonly testBanks: { readonly insteadOf: readonly string[] } | null;
  /** Returns null if the operator does not offer it. Throws a `ConfigError`. */
  configure(
    environment: NodeJS.ProcessEnv,
    server: { publicUrl: URL; runsTestBanks: boolean },
  ): ConfiguredProvider | null;
}

export interface ConfiguredProvider {
  readonly id: string;
  /** Asks the provider, for `doctor`. */
  check(): Promise<Finding[]>;
  open(parts: ProviderParts): BankProvider;
}

export type ProviderParts = Pick<Deps, 'db' | 'clock' | 'log'> & {
  /** How the server reaches test banks that run beside it. */
  testBanks: { origin: string; credentials: BankCredentials; headers: Record<string, string> };
};

export interface BankCredentials {
  clientId: string;
  secret: string;
}
