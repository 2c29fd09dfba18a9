import { routes } from '@oinkly/contract/routes';
import type { ProviderConfig } from '@oinkly/contract/runtime-config';
import type { OwnCalls } from '../http/own-calls.ts';
import type { SiteConfig } from '../http/static-site.ts';
import type { BankProvider, BankProviders } from '../modules/banking/provider.ts';
import { PlaidProvider } from '../modules/banking/providers/plaid/plaid-provider.ts';
import { RequestBudget } from '../modules/banking/providers/simplefin/request-budget.ts';
import { SimplefinProvider } from '../modules/banking/providers/simplefin/simplefin-provider.ts';
import type { Deps } from '../modules/deps.ts';
import type { TokenKey } from '../security/token-box.ts';
import type { Config } from './config.ts';
import { BANK_EMULATOR_PATH, IDENTITY_PATH } from '../http/own-paths.ts';
import { emulatorCredentials, loopbackOrigin, TEST_TOKEN_PAGE } from './embedded-programs.ts';

/** The path of the widget's script at Plaid's CDN and at an emulator. */
const LINK_SCRIPT_PATH = '/link/v2/stable/link-initialize.js';

type PlaidConfig = NonNullable<Config['plaid']>;

/** The usual way to connect a bank comes first. */
export function composeProviders(
  config: Config,
  {
    db,
    tokenKeys,
    clock,
    log,
    ownCalls,
  }: Pick<Deps, 'db' | 'clock' | 'log'> & { tokenKeys: TokenKey[]; ownCalls: OwnCalls },
): BankProviders {
  const { plaid, simplefin } = config;
  const providers: BankProvider[] = [];
  if (plaid) {
    providers.push(
      new PlaidProvider({
        baseUrl: plaid.baseUrl ?? `${loopbackOrigin(config)}${BANK_EMULATOR_PATH}`,
        ...(plaid.credentials ?? emulatorCredentials(tokenKeys)),
        webhookUrl: webhookUrl(config, plaid),
        linkLimit: plaid.linkLimit,
        ...(plaid.baseUrl === null && { headers: ownCalls.headers }),
        clock,
        log,
      }),
    );
  }
  if (simplefin) {
    providers.push(
      new SimplefinProvider({
        tokenPageUrl: `${simplefin.serverUrl.href.replace(/\/+$/, '')}/create`,
        trustedOrigins: [
          ...simplefin.trustedOrigins,
          ...(config.runsBankEmulator ? [config.publicUrl.origin] : []),
        ],
        allowedHosts: simplefin.allowedHosts,
        allowsAnyHost: simplefin.allowsAnyHost,
        budget: new RequestBudget({ db, clock }),
        clock,
        log,
      }),
    );
  }
  return new Map(providers.map((provider) => [provider.id, provider]));
}

/** What the page knows of this installation. */
export function siteConfig(config: Config, providers: BankProviders): SiteConfig {
  const testTokenPageUrl = config.runsBankEmulator ? TEST_TOKEN_PAGE : null;
  const [usual, ...others] = Array.from(providers.values(), (provider): ProviderConfig => {
    const { tokenPageUrl, linkLimit } = provider.capabilities;
    const shown = { id: provider.id, name: provider.displayName, linkLimit };
    if (tokenPageUrl === null) return { ...shown, connect: 'widget' };
    return { ...shown, connect: 'token', tokenPageUrl, testTokenPageUrl };
  });
  if (!usual) throw new Error('There is no bank-linking provider');
  return {
    supportEmail: config.supportEmail,
    providers: [usual, ...others],
    linkScriptUrl: linkScriptUrl(config),
    sendsMail: config.mail !== null,
    loginSettingsUrl: config.runsIdentityProvider ? `${IDENTITY_PATH}/account` : null,
  };
}

/** The emulator's script, without a host if the emulator runs beside the app. Without Plaid, nothing loads it. */
function linkScriptUrl({ plaid }: Config): string | null {
  if (plaid && isPlaidItself(plaid)) return null;
  return `${plaid?.baseUrl ?? BANK_EMULATOR_PATH}${LINK_SCRIPT_PATH}`;
}

/** Plaid calls only public HTTPS addresses; an emulator calls any. */
function webhookUrl({ publicUrl }: Config, plaid: PlaidConfig): string | null {
  if (isPlaidItself(plaid) && publicUrl.protocol !== 'https:') return null;
  return new URL(routes.receiveWebhook.path.replace(':provider', 'plaid'), publicUrl).href;
}

function isPlaidItself({ baseUrl }: PlaidConfig): boolean {
  return baseUrl !== null && new URL(baseUrl).hostname.endsWith('.plaid.com');
}
