import { IDENTITY_PATH } from '@oinkly/contract/own-paths';
import type { ProviderConfig } from '@oinkly/contract/runtime-config';
import type { SiteConfig } from '../http/static-site.ts';
import type { ProviderParts } from '../modules/banking/provider-definition.ts';
import type { BankProvider, BankProviders } from '../modules/banking/provider.ts';
import type { Config } from './config.ts';

/** The usual way to connect a bank comes first. */
export function openProviders({ providers }: Config, parts: ProviderParts): BankProviders {
  return new Map(providers.map((provider) => [provider.id, provider.open(parts)]));
}

/** What the page knows of this installation. */
export function siteConfig(config: Config, providers: BankProviders): SiteConfig {
  const [usual, ...others] = Array.from(providers.values(), shownOf);
  if (!usual) throw new Error('There is no bank-linking provider');
  return {
    supportEmail: config.supportEmail,
    providers: [usual, ...others],
    sendsMail: config.mail !== null,
    loginSettingsUrl: config.runsIdentityProvider ? `${IDENTITY_PATH}/account` : null,
  };
}

function shownOf({ id, displayName, capabilities }: BankProvider): ProviderConfig {
  const { widget, tokenPage, linkLimit } = capabilities;
  const shown = { id, name: displayName, linkLimit };
  if (tokenPage) return { ...shown, connect: 'token', ...tokenPage };
  return widget
    ? { ...shown, connect: 'widget', scriptUrl: widget.scriptUrl }
    : { ...shown, connect: 'pages' };
}
