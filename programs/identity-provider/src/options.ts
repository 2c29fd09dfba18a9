import type { FastifyRequest } from 'fastify';

/** Decides who may create an account. */
export interface SignUpGate {
  /** Returns the sentence for a browser whose user may not create an account; undefined for others. */
  refusalOf: (request: FastifyRequest) => Promise<string | undefined>;
  /** Calls `create` at most once. If that returns an account, a one-time permission is used up. */
  admit: <T>(
    request: FastifyRequest,
    create: () => Promise<T | undefined>,
  ) => Promise<{ created: T | undefined } | { refusal: string }>;
}

export const OPEN_SIGN_UP: SignUpGate = {
  refusalOf: async () => undefined,
  admit: async (_request, create) => ({ created: await create() }),
};

/** Sends mail about accounts. Each call only queues it. */
export interface AccountMail {
  /**
   * Sends a link for a new password. Without an account it sends nothing, but takes as long.
   */
  passwordLink: (accountId: string | undefined) => Promise<void>;
  /** Notifies the owner that the password was changed. */
  passwordChanged: (accountId: string) => Promise<void>;
  /** Notifies the owner that a passkey was added. */
  passkeyAdded: (accountId: string) => Promise<void>;
  /** Notifies the owner that log-ins need an authenticator app. */
  authenticatorAppAdded: (accountId: string) => Promise<void>;
  /** Notifies the owner that they no longer do. */
  authenticatorAppRemoved: (accountId: string) => Promise<void>;
}

export interface SealedSecret {
  keyId: string;
  sealed: Buffer;
}

/** Seals what must stay readable, by keys that are not in the database. */
export interface SecretBox {
  /** @param rowId what the secret belongs to: elsewhere, it does not open */
  seal: (secret: string, rowId: string) => SealedSecret;
  /** @throws Error if the key is missing, or the secret was changed or moved */
  open: (secret: SealedSecret, rowId: string) => string;
  /** PostgreSQL's advisory lock, shared while a new secret is stored. A key is removed under the whole lock. */
  sealingLock: number;
}

/** What the application lets act for an account without a login, such as tokens of other programs. */
export interface OtherAccess {
  /** In the plural, as on a label, and unlike the others': `Personal tokens`. */
  name: string;
  /** Whether it ends when a mailed password link first proves the email: someone else may have signed up with it. */
  endsWithFirstProof: boolean;
  exists: (subject: string) => Promise<boolean>;
  remove: (subject: string) => Promise<void>;
}

/** On the issuer's origin: a stylesheet with the typefaces Fraunces and Source Serif, and the script that reads them. */
export interface PageFonts {
  stylesheetUrl: string;
  scriptUrl: string;
}

export interface Limits {
  failuresPerAccountAndNetworkIn15Min: number;
  failuresPerAccountInAnHour: number;
  failuresPerKnownBrowserIn15Min: number;
  failuresPerNetworkIn15Min: number;
  passkeyFailuresPerNetworkIn15Min: number;
  codeFailuresPerPlaceIn15Min: number;
  codeFailuresPerAccountInADay: number;
  recoveryCodeFailuresPerNetworkIn15Min: number;
  signUpsPerNetworkInAnHour: number;
  passwordChangesPerAccountInAnHour: number;
  appSetUpsPerAccountInAnHour: number;
  passwordLinksPerEmailInAnHour: number;
  passwordLinksPerNetworkInAnHour: number;
}

export interface IdentityProviderOptions {
  /** `https://oinkly.example/idp`, for example. Its path must be the plugin's prefix. */
  issuer: string;
  /** PostgreSQL URL. The provider owns the schema `identity`. */
  databaseUrl: string;
  /** Time for limits and new accounts. The OpenID library uses the system clock. */
  clock: () => Date;
  /** Returns the network of an address for limits: a household has a whole IPv6 network. */
  networkOf: (address: string) => string;
  client: {
    clientId: string;
    clientSecret: string;
    redirectUris: string[];
    postLogoutRedirectUris: string[];
  };
  secretBox: SecretBox;
  /** The application's page to which the account page (`/account` under the issuer) links. */
  returnUrl: string;
  privacyUrl: string;
  accessibilityUrl: string;
  productName: string;
  supportEmail?: string;
  /** By default, pages have a system serif. */
  fonts?: PageFonts;
  /** By default, everyone may create an account. */
  signUp?: SignUpGate;
  /** Called when a change has ended all other sessions. If it rejects, the page warns that the application's may remain. */
  onLoginsEnded?: (subject: string, request: FastifyRequest) => Promise<void>;
  /** Forms that change a password offer to remove each of them too. */
  otherAccess?: readonly OtherAccess[];
  /** Called when the owner has confirmed the email. */
  onEmailConfirmed?: (subject: string) => Promise<void>;
  /** Without it, the pages offer no link for a forgotten password. */
  mail?: AccountMail | undefined;
  /** Overrides for tests and load. */
  limits?: Partial<Limits>;
}
