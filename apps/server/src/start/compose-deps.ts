import type { OwnCalls } from '../http/own-calls.ts';
import { Mailer } from '../mail/mailer.ts';
import type { BankCredentials } from '../modules/banking/provider-definition.ts';
import type { AppDeps } from '../app.ts';
import { OpenIdClient } from '../modules/identity/openid-client.ts';
import { MessageSender } from '../modules/messages/message-sender.ts';
import { PushSender } from '../modules/notifications/push-sender.ts';
import { signUpsBy } from '../modules/sign-up/index.ts';
import { derivedSecret, readHomeKeysAgain } from '../security/home-keys.ts';
import { TokenBox, type TokenKey } from '../security/token-box.ts';
import type { Config } from './config.ts';
import { IDENTITY_PATH } from '@oinkly/contract/own-paths';
import { CLIENT_ID, loopbackOrigin } from './embedded-programs.ts';
import { ledgerListeners } from './ledger-listeners.ts';
import { openProviders } from './providers.ts';
import type { IdentityDeps } from '../modules/identity/index.ts';

/** Composes what services need from the configuration and what is open. */
export function composeDeps(
  config: Config,
  parts: Pick<AppDeps, 'db' | 'queue' | 'clock' | 'log'> &
    Pick<IdentityDeps, 'issuerAccounts'> & {
      tokenKeys: TokenKey[];
      ownCalls: OwnCalls;
      pushOrigins: readonly string[];
      testBankCredentials: BankCredentials;
    },
): AppDeps {
  const { db, queue, issuerAccounts, tokenKeys, clock, log, ownCalls, pushOrigins, testBankCredentials } =
    parts;
  const { publicUrl } = config;
  const redirectUri = new URL('/api/login/callback', publicUrl).href;
  const openId = new OpenIdClient(
    config.oidc
      ? { ...config.oidc, redirectUri, loopbackOrigin: null }
      : {
          issuer: new URL(IDENTITY_PATH, publicUrl),
          clientId: CLIENT_ID,
          clientSecret: derivedSecret(tokenKeys, 'identity client'),
          redirectUri,
          loopbackOrigin: loopbackOrigin(config),
          headers: ownCalls.headers,
        },
  );
  const providers = openProviders(config, {
    db,
    clock,
    log,
    testBanks: {
      origin: loopbackOrigin(config),
      credentials: testBankCredentials,
      headers: ownCalls.headers,
    },
  });
  // Keys in the data folder may be rotated while this runs.
  const readAgain = config.tokenKeys ? undefined : () => readHomeKeysAgain(config.dataDir);
  const tokenBox = new TokenBox(tokenKeys, readAgain);
  const contact = config.push.address;
  const push = new PushSender({ db, tokenBox, clock, contact, log, moreOrigins: pushOrigins });
  return {
    db,
    clock,
    publicUrl,
    openId,
    issuerAccounts,
    signUps: signUpsBy(config, { db, clock, hasGuests: config.hasGuests }),
    providers,
    queue,
    ledgerListeners: ledgerListeners({ clock, queue }),
    tokenBox,
    push,
    messages: new MessageSender({ trustedOrigins: config.messageOrigins }),
    hasGuests: config.hasGuests,
    mailer: config.mail && new Mailer({ ...config.mail, publicUrl }),
    log,
  };
}
