import { PlaidError, type PlaidErrorType } from './plaid-error.ts';

interface NamedError {
  type: PlaidErrorType;
  message: string;
  /** Text for the user of Link; null for a developer's error. */
  display: string | null;
}

const institutionSilent =
  'this institution is not currently responding to this request. please try again soon';
const bankSilent = 'The bank is not answering right now. Try again in a few minutes.';
const tooManyCalls = 'rate limit exceeded for attempts to access this item. please try again later';

const developers = (type: PlaidErrorType, message: string): NamedError => ({ type, message, display: null });
const people = (type: PlaidErrorType, message: string, display: string): NamedError => ({
  type,
  message,
  display,
});

/** Messages are those of https://plaid.com/docs/errors/. */
const namedErrors = {
  ITEM_LOGIN_REQUIRED: people(
    'ITEM_ERROR',
    "the login details of this item have changed (credentials, MFA, or required user action) and a user login is required to update this information. use Link's update mode to restore the item to a good state",
    'Log in to your bank again to restore the connection.',
  ),
  ITEM_NOT_FOUND: developers(
    'ITEM_ERROR',
    'The Item you requested cannot be found. This Item does not exist, has been previously removed via /item/remove, or has had access removed by the user.',
  ),
  ITEM_CONCURRENTLY_DELETED: developers(
    'ITEM_ERROR',
    'This item was deleted while the operation was in progress',
  ),
  PRODUCT_NOT_READY: developers(
    'ITEM_ERROR',
    'the requested product is not yet ready. please provide a webhook or try the request again later',
  ),
  PRODUCTS_NOT_SUPPORTED: developers(
    'ITEM_ERROR',
    'the following products are not supported by this institution: ["transactions"]',
  ),
  PRODUCT_NOT_ENABLED: developers('ITEM_ERROR', 'the "transactions" product is not enabled on this item'),
  ACCESS_NOT_GRANTED: people(
    'ITEM_ERROR',
    'access to this product was not granted for the account',
    'The user did not grant the necessary permissions for this product on their account.',
  ),
  USER_PERMISSION_REVOKED: developers(
    'ITEM_ERROR',
    'the holder of this account has revoked their permission for your application to access it',
  ),
  NO_ACCOUNTS: people(
    'ITEM_ERROR',
    'no valid accounts were found for this item',
    'There is no open account with this login.',
  ),
  INVALID_CREDENTIALS: people(
    'ITEM_ERROR',
    'the provided credentials were not correct',
    'The username or password is not correct. Check both and try again.',
  ),
  INVALID_MFA: people(
    'ITEM_ERROR',
    'the provided MFA response(s) were not correct',
    'That is not what your bank expects. Check it and try again.',
  ),
  INVALID_UPDATED_USERNAME: people(
    'ITEM_ERROR',
    'the username provided to update the item did not match the previous username',
    'This is another username than before. Log in with the same one.',
  ),
  INSUFFICIENT_CREDENTIALS: people(
    'ITEM_ERROR',
    'insufficient authorization was granted to complete the request',
    'The bank was not allowed to share anything. Try again and agree.',
  ),
  INVALID_SEND_METHOD: people(
    'ITEM_ERROR',
    'the provided MFA send method was invalid',
    'The code could not be sent that way. Choose another one.',
  ),
  USER_INPUT_TIMEOUT: people(
    'ITEM_ERROR',
    'user must retry this operation',
    'Your bank did not wait any longer. Try again.',
  ),
  COUNTRY_NOT_SUPPORTED: people(
    'ITEM_ERROR',
    'the country of this item is not supported',
    'Banks of this country are not supported. Choose another one.',
  ),
  ITEM_LOCKED: people(
    'ITEM_ERROR',
    'the account is locked. prompt the user to visit the institution and unlock their account',
    'Your account is locked. Unlock it with your bank, then try again.',
  ),
  USER_SETUP_REQUIRED: people(
    'ITEM_ERROR',
    'the account has not been fully set up. prompt the user to visit the issuing institution and finish the setup process',
    'Your bank needs you to finish setting up online banking first.',
  ),
  MFA_NOT_SUPPORTED: people(
    'ITEM_ERROR',
    'this account requires an MFA type that we do not currently support for the institution',
    'Your bank asks for a second step that is not supported here.',
  ),
  ITEM_NOT_SUPPORTED: people(
    'ITEM_ERROR',
    'this account is currently not supported',
    'This kind of account is not supported.',
  ),

  INSTITUTION_DOWN: people('INSTITUTION_ERROR', institutionSilent, bankSilent),
  INSTITUTION_NOT_RESPONDING: people('INSTITUTION_ERROR', institutionSilent, bankSilent),
  INSTITUTION_NOT_AVAILABLE: people(
    'INSTITUTION_ERROR',
    'this institution is not currently available',
    'The bank is not available right now. Try again later.',
  ),
  INSTITUTION_NO_LONGER_SUPPORTED: people(
    'INSTITUTION_ERROR',
    'this institution is no longer supported',
    'This bank is no longer supported. Choose another one.',
  ),
  INSTITUTION_NOT_SUPPORTED: people(
    'INSTITUTION_ERROR',
    'this institution is not supported',
    'This bank is not supported. Choose another one.',
  ),
  INSTITUTION_NOT_FOUND: developers('INSTITUTION_ERROR', 'this institution was not found'),
  INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT: developers(
    'INSTITUTION_ERROR',
    'this institution is not enabled in this environment',
  ),
  INSTITUTION_REGISTRATION_REQUIRED: developers(
    'INSTITUTION_ERROR',
    'your application is not yet registered with this institution',
  ),
  UNAUTHORIZED_INSTITUTION: developers(
    'INSTITUTION_ERROR',
    'not authorized to access this institution in this api environment',
  ),

  INVALID_API_KEYS: developers('INVALID_INPUT', 'invalid client_id or secret provided'),
  INVALID_ACCESS_TOKEN: developers('INVALID_INPUT', 'could not find matching access token'),
  INVALID_PUBLIC_TOKEN: developers('INVALID_INPUT', 'could not find matching public token'),
  INVALID_LINK_TOKEN: developers('INVALID_INPUT', 'invalid link_token provided'),
  INVALID_INSTITUTION: developers('INVALID_INPUT', 'invalid institution_id provided'),
  INVALID_ACCOUNT_ID: developers('INVALID_INPUT', 'one or more of the account IDs is invalid'),
  INVALID_PRODUCT: developers(
    'INVALID_INPUT',
    'client is not authorized to access the following products: ["transactions"]',
  ),
  INVALID_WEBHOOK_VERIFICATION_KEY_ID: developers(
    'INVALID_INPUT',
    'invalid key_id provided. note that key_ids are case-sensitive',
  ),
  UNAUTHORIZED_ENVIRONMENT: developers(
    'INVALID_INPUT',
    'you are not authorized to create items in this api environment',
  ),

  INCORRECT_LINK_TOKEN: people(
    'OAUTH_ERROR',
    'link token does not match original link token',
    'This is not the connection that you began. Start over.',
  ),
  OAUTH_STATE_ID_ALREADY_PROCESSED: people(
    'OAUTH_ERROR',
    'oauth state id already processed',
    'Your return from the bank was already taken in. Start over if it did not work.',
  ),
  OAUTH_STATE_ID_NOT_FOUND: people(
    'OAUTH_ERROR',
    'oauth state id not found',
    'There is no bank login to return from. Start over.',
  ),

  RATE_LIMIT: developers('RATE_LIMIT_EXCEEDED', tooManyCalls),
  ACCOUNTS_BALANCE_GET_LIMIT: developers('RATE_LIMIT_EXCEEDED', tooManyCalls),
  ACCOUNTS_LIMIT: developers('RATE_LIMIT_EXCEEDED', tooManyCalls),
  BALANCE_LIMIT: developers('RATE_LIMIT_EXCEEDED', tooManyCalls),
  ITEM_GET_LIMIT: developers('RATE_LIMIT_EXCEEDED', tooManyCalls),
  TRANSACTIONS_LIMIT: developers('RATE_LIMIT_EXCEEDED', tooManyCalls),
  TRANSACTIONS_REFRESH_LIMIT: developers('RATE_LIMIT_EXCEEDED', tooManyCalls),
  TRANSACTIONS_SYNC_LIMIT: developers('RATE_LIMIT_EXCEEDED', tooManyCalls),
  INSTITUTIONS_GET_BY_ID_LIMIT: developers(
    'RATE_LIMIT_EXCEEDED',
    'rate limit exceeded for attempts to access "institutions get by id". please try again later',
  ),
  ADDITION_LIMIT: developers(
    'RATE_LIMIT_EXCEEDED',
    'addition limit exceeded for this client_id. contact support to increase the limit.',
  ),

  INTERNAL_SERVER_ERROR: people(
    'API_ERROR',
    'an unexpected error occurred',
    'Something went wrong on our side. Try again in a moment.',
  ),
  PLANNED_MAINTENANCE: people(
    'API_ERROR',
    'the Plaid API is temporarily unavailable due to planned maintenance',
    'The bank connection is being maintained. Try again later.',
  ),
  TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION: developers(
    'TRANSACTIONS_ERROR',
    'Underlying transaction data changed since last page was fetched. Please restart pagination from last update.',
  ),
  SANDBOX_WEBHOOK_INVALID: developers(
    'SANDBOX_ERROR',
    "Webhook for this item is either not set up, or invalid. Please update the item's webhook and try again.",
  ),
} as const satisfies Record<string, NamedError>;

export type NamedErrorCode = keyof typeof namedErrors;

export const namedErrorCodes: readonly string[] = Object.keys(namedErrors);

/** Tests can request these types. */
const typesInLink: readonly PlaidErrorType[] = [
  'ITEM_ERROR',
  'INSTITUTION_ERROR',
  'API_ERROR',
  'RATE_LIMIT_EXCEEDED',
];

export function isLinkError(code: string): code is NamedErrorCode {
  return isNamedErrorCode(code) && typesInLink.includes(namedErrors[code].type);
}

export function isNamedErrorCode(code: string): code is NamedErrorCode {
  return Object.hasOwn(namedErrors, code);
}

export function namedError(code: NamedErrorCode, message?: string): PlaidError {
  const { type, message: usual, display } = namedErrors[code];
  return new PlaidError(type, code, message ?? usual, display);
}
