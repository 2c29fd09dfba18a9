/**
 * Every error code of the API. Messages are for people and never contain internals.
 *
 * `{provider}` stands for the name of the service that links the bank: see `messageOf`.
 * `retryable`: the same request may succeed later. `actionRequired`: what the user must do first.
 */
export const errorCatalogue = {
  UNAUTHORIZED: entry(401, 'AUTHENTICATION_ERROR', 'Unauthorized'),
  CROSS_SITE_REQUEST: entry(
    403,
    'AUTHENTICATION_ERROR',
    'This request came from another site and was refused.',
  ),
  OTHER_USER: entry(409, 'AUTHENTICATION_ERROR', 'This browser is now logged in to a different account.'),
  OTHER_ACCOUNT: entry(409, 'AUTHENTICATION_ERROR', 'That’s not the account you’re using here.'),
  REAUTH_REQUIRED: entry(403, 'AUTHENTICATION_ERROR', 'Please log in again to confirm it’s you.', {
    actionRequired: 'log_in_again',
  }),
  REAUTH_UNCONFIRMED: entry(
    403,
    'AUTHENTICATION_ERROR',
    'We couldn’t confirm that you just logged in. Please log in again.',
  ),
  SESSION_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'This device is already signed out.'),
  LOGIN_FAILED: entry(400, 'AUTHENTICATION_ERROR', 'We couldn’t log you in. Please try again.', {
    retryable: true,
  }),
  USER_NOT_ALLOWED: entry(
    403,
    'AUTHENTICATION_ERROR',
    'Your account isn’t allowed to use this server. Ask the person who runs it for access.',
  ),
  SIGN_UP_CLOSED: entry(403, 'AUTHENTICATION_ERROR', 'This server doesn’t take new accounts.'),
  INVITATION_REQUIRED: entry(
    403,
    'AUTHENTICATION_ERROR',
    'You need an invitation to create an account here: open the link in yours, or ask a friend for one.',
  ),
  ISSUER_UNAVAILABLE: entry(
    503,
    'AUTHENTICATION_ERROR',
    'The login service isn’t responding. Please try again in a minute.',
    { retryable: true },
  ),

  TOKEN_INVALID: entry(
    401,
    'AUTHENTICATION_ERROR',
    'Send a valid personal token. One that is revoked or expired no longer works.',
  ),
  TOKEN_SCOPE_MISSING: entry(403, 'AUTHENTICATION_ERROR', 'This token isn’t allowed to do that.'),
  TOKEN_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'This token is already revoked.'),
  TOO_MANY_TOKENS: entry(
    409,
    'INVALID_REQUEST',
    'You have 20 tokens, the most an account can hold. Revoke one first.',
  ),

  VALIDATION_FAILED: entry(400, 'INVALID_REQUEST', 'Invalid request.'),
  MALFORMED_BODY: entry(400, 'INVALID_REQUEST', 'The request body is not valid JSON.'),
  PAYLOAD_TOO_LARGE: entry(413, 'INVALID_REQUEST', 'This request is too large.'),
  REQUEST_TIMEOUT: entry(408, 'INVALID_REQUEST', 'Your request took too long to arrive. Please try again.', {
    retryable: true,
  }),
  UNSUPPORTED_MEDIA_TYPE: entry(415, 'INVALID_REQUEST', 'Please send JSON.'),
  NOT_FOUND: entry(404, 'INVALID_REQUEST', 'There’s nothing at this address.'),
  METHOD_NOT_ALLOWED: entry(405, 'INVALID_REQUEST', 'This address takes only POST.'),
  RATE_LIMITED: entry(429, 'RATE_LIMIT_EXCEEDED', 'Too many requests. Please wait a moment.', {
    retryable: true,
  }),

  EXPENSE_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'This expense no longer exists.'),
  EXPENSE_IS_BANKS: entry(
    409,
    'INVALID_REQUEST',
    'The bank has reported this purchase too. Delete it in the app.',
  ),
  TOO_MANY_EXPENSES: entry(409, 'INVALID_REQUEST', 'Your account is full. It can hold 250,000 expenses.'),
  TOO_MANY_SERIES: entry(
    409,
    'INVALID_REQUEST',
    'You have 500 recurring expenses, the most an account can hold. End one first.',
  ),
  SHARE_NOT_RECEIVED: entry(
    400,
    'INVALID_REQUEST',
    'We didn’t get that. Please share it again: text, or one file of up to 16 MB.',
  ),
  IMPORT_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'This import no longer exists.'),
  IMPORT_PART_MISSING: entry(409, 'INVALID_REQUEST', 'An earlier part of this import is missing.'),
  RECURRING_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'This recurring expense no longer exists.'),
  RULE_CHANGE_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'This change can no longer be undone.'),
  RULE_DOES_NOTHING: entry(
    400,
    'INVALID_REQUEST',
    'A rule sets a name, a category or whether purchases count.',
  ),
  RULE_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'This rule no longer exists.'),
  MERCHANT_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'Your bank hasn’t reported a purchase at this merchant.'),
  TOO_MANY_RULES: entry(
    409,
    'INVALID_REQUEST',
    'You have 1,000 rules, the most an account can hold. Remove one first.',
  ),
  REFUND_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'This refund no longer exists.'),
  REFUND_DOES_NOT_FIT: entry(
    409,
    'INVALID_REQUEST',
    'This refund doesn’t fit that purchase. The purchase is already refunded, or it isn’t from the 90 days before the refund.',
  ),
  MERGE_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'These are already two purchases.'),
  PURCHASES_DIFFER: entry(409, 'INVALID_REQUEST', 'These two are no longer similar enough to merge.'),
  WEEK_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'This week hasn’t ended yet.'),
  INVITE_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'This invitation is no longer valid.'),
  INVITE_IS_OWN: entry(409, 'INVALID_REQUEST', 'This is your own invitation.'),
  SIGNUP_NOT_FINISHED: entry(409, 'INVALID_REQUEST', 'Please finish setting up first.'),
  EMAIL_UNCONFIRMED: entry(409, 'INVALID_REQUEST', 'Please confirm your email first, under Security.'),
  MAIL_UNAVAILABLE: entry(409, 'INVALID_REQUEST', 'This server can’t send mail.'),
  UNSUBSCRIBE_LINK_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'This link no longer works.'),
  FRIEND_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'You two are no longer friends.'),
  FRIEND_IS_BLOCKED: entry(409, 'INVALID_REQUEST', 'You’ve blocked this person. Unblock them first.'),
  TOO_MANY_FRIENDS: entry(
    409,
    'INVALID_REQUEST',
    'This board is full. Each person can have up to 200 friends.',
  ),
  GUEST_NOT_FOUND: entry(
    404,
    'INVALID_REQUEST',
    'This link no longer works. Ask your friend for a new invitation.',
  ),
  GUEST_NAME_TAKEN: entry(
    409,
    'INVALID_REQUEST',
    'Someone here has this name. Please add a letter to yours.',
  ),
  TOO_MANY_GUESTS: entry(
    409,
    'INVALID_REQUEST',
    'This circle is full. Each person can have up to ten guests.',
  ),
  WEEK_NOT_OPEN: entry(
    409,
    'INVALID_REQUEST',
    'Each week can be answered from Monday to Wednesday after it.',
  ),
  PROMISE_LINK_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'This link doesn’t work.'),
  PROMISE_NOT_OPEN: entry(
    409,
    'INVALID_REQUEST',
    'You can’t promise this week now. You can from Monday to Wednesday, with a friend on the board or a guest.',
  ),
  TOO_MANY_PACTS: entry(
    409,
    'INVALID_REQUEST',
    'Each person can be in up to five pacts. End one, or withdraw a proposal, to make room.',
  ),
  PUSH_SERVICE_UNKNOWN: entry(400, 'INVALID_REQUEST', 'Your browser’s push service isn’t supported.'),
  PUSH_SUBSCRIPTION_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'This device no longer gets notifications.'),
  MESSAGE_PLACE_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'This place no longer gets messages.'),
  TOO_MANY_MESSAGE_PLACES: entry(
    409,
    'INVALID_REQUEST',
    'You have three places that get messages, the most an account can hold. Remove one first.',
  ),
  MESSAGE_ADDRESS_NOT_ALLOWED: entry(
    400,
    'INVALID_REQUEST',
    'Messages go to public https addresses only. Use one, or ask the person who runs this server to allow yours.',
  ),
  CONNECTION_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'This bank connection no longer exists.'),
  TWIN_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'This question about your accounts no longer exists.'),
  TWIN_DECIDED: entry(409, 'INVALID_REQUEST', 'You’ve already answered this. Please reload the page.'),
  LINK_LIMIT_REACHED: entry(
    409,
    'INVALID_REQUEST',
    'This server has used all bank connections of its plan. Reconnecting a connected bank still works.',
  ),
  TOO_MANY_CONNECTIONS: entry(
    409,
    'INVALID_REQUEST',
    'You have 20 bank connections, the most an account can hold. Disconnect one first.',
  ),
  TOO_MANY_TRANSACTIONS: entry(
    409,
    'ITEM_ERROR',
    'Your banks report more transactions than an account can hold. Disconnect a bank you don’t need.',
  ),
  PROVIDER_NOT_FOUND: entry(404, 'INVALID_REQUEST', 'Unknown bank-linking provider.'),
  LINKING_UNSUPPORTED: entry(409, 'INVALID_REQUEST', 'Your bank can’t be connected this way.'),

  LINK_STATE_INVALID: entry(
    400,
    'INVALID_REQUEST',
    'This bank connection attempt is no longer valid. Please try connecting your bank again.',
  ),
  LINK_NOT_FINISHED: entry(409, 'INVALID_REQUEST', 'No bank was connected.', { retryable: true }),
  BANK_LOGIN_REQUIRED: entry(409, 'ITEM_ERROR', 'Your bank wants you to log in again.', {
    actionRequired: 'reconnect_account',
  }),
  BANK_CONNECTION_GONE: entry(
    409,
    'ITEM_ERROR',
    'We no longer have access to this bank. Please connect it again.',
    { actionRequired: 'reconnect_account' },
  ),
  BANK_UNAVAILABLE: entry(
    503,
    'INSTITUTION_ERROR',
    'Your bank isn’t responding right now. Please try again later.',
    {
      retryable: true,
    },
  ),
  BANK_DATA_NOT_READY: entry(
    503,
    'ITEM_ERROR',
    'Your bank is still preparing your transactions. Please try again in a minute.',
    { retryable: true },
  ),
  PROVIDER_UNAVAILABLE: entry(
    503,
    'API_ERROR',
    'The bank-linking service isn’t working as it should right now. Please try again later.',
    { retryable: true },
  ),
  PROVIDER_REJECTED: entry(
    502,
    'API_ERROR',
    'The bank-linking service refused our request. Try again later, or ask the person who runs this server.',
  ),
  ONE_TIME_TOKEN_INVALID: entry(
    400,
    'INVALID_INPUT',
    'This bank connection has expired. Please connect your bank again.',
  ),
  SETUP_TOKEN_INVALID: entry(
    400,
    'INVALID_INPUT',
    'This setup token doesn’t work. Create a new one at {provider} and copy all of it.',
  ),
  SETUP_TOKEN_NOT_ALLOWED: entry(
    400,
    'INVALID_INPUT',
    'This setup token is from a server that isn’t allowed here. Create one at {provider}, or ask the operator to allow that server.',
  ),
  SIMPLEFIN_SERVER_NOT_ALLOWED: entry(
    409,
    'ITEM_ERROR',
    'This bank is at a SimpleFIN server that isn’t allowed here any more. Ask the operator to allow it, or connect the bank elsewhere.',
  ),
  SETUP_TOKEN_REFUSED: entry(
    400,
    'INVALID_INPUT',
    '{provider} refused this token. If you haven’t used it, someone else may have: disable it there and create a new one.',
  ),
  ACCESS_URL_REFUSED: entry(
    400,
    'INVALID_INPUT',
    'This token is used up, but {provider} didn’t give us an address that we can use: disable it there and create a new one.',
  ),
  BANK_SUBSCRIPTION_ENDED: entry(
    409,
    'ITEM_ERROR',
    'Your subscription at {provider} has ended. Renew it there, and your purchases will arrive again.',
    { retryable: true },
  ),
  BANK_DATA_UNREADABLE: entry(
    502,
    'ITEM_ERROR',
    'Your bank sent something that we couldn’t read, so purchases may be missing.',
  ),
  BANK_NOT_REPORTED: entry(
    502,
    'ITEM_ERROR',
    'We no longer hear anything from this bank. Check at the bank-linking service whether it’s still connected.',
  ),
  BANK_WITHOUT_ACCOUNTS: entry(
    502,
    'ITEM_ERROR',
    '{provider} doesn’t report any account. Check there whether your bank is still connected.',
  ),
  BANK_ASKED_TOO_OFTEN: entry(
    429,
    'RATE_LIMIT_EXCEEDED',
    'We’ve asked your bank often enough today. New purchases arrive tomorrow.',
    { retryable: true },
  ),
  WEBHOOK_REFUSED: entry(400, 'INVALID_REQUEST', 'This message didn’t come from the bank-linking service.'),
  SYNC_PARKED: entry(
    502,
    'ITEM_ERROR',
    'We couldn’t finish reading this bank twice in a row, so we’ve stopped trying. Sync it once more, or tell the person who runs this server.',
  ),
  SYNC_FAILED: entry(502, 'API_ERROR', 'Failed to sync transactions', { retryable: true }),

  SERVICE_UNAVAILABLE: entry(503, 'API_ERROR', 'We’re briefly unavailable. Please try again in a moment.', {
    retryable: true,
  }),
  INTERNAL_ERROR: entry(500, 'API_ERROR', 'Something went wrong on our side. Please try again.', {
    retryable: true,
  }),
} as const satisfies Record<string, CatalogueEntry>;

type ActionRequired = 'reconnect_account' | 'log_in_again';

export interface CatalogueEntry {
  status: number;
  type: ErrorType;
  message: string;
  retryable: boolean;
  actionRequired: ActionRequired | null;
}

export type ErrorCode = keyof typeof errorCatalogue;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code);
}

/** Returns the sentence for people. `provider` is the name of the service that links the bank. */
export function messageOf(code: ErrorCode, provider = 'the bank-linking service'): string {
  const message = errorCatalogue[code].message.replaceAll('{provider}', provider);
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** `error_type` on the wire. */
type ErrorType =
  | 'API_ERROR'
  | 'AUTHENTICATION_ERROR'
  | 'INSTITUTION_ERROR'
  | 'INVALID_INPUT'
  | 'INVALID_REQUEST'
  | 'ITEM_ERROR'
  | 'RATE_LIMIT_EXCEEDED';

function entry(
  status: number,
  type: ErrorType,
  message: string,
  rest: { retryable?: boolean; actionRequired?: ActionRequired } = {},
): CatalogueEntry {
  return {
    status,
    type,
    message,
    retryable: rest.retryable ?? false,
    actionRequired: rest.actionRequired ?? null,
  };
}

export interface ErrorBody {
  /** For people. */
  message: string;
  /** The same text; the specification's bank calls use this field. */
  error: string;
  error_code: ErrorCode;
  error_type: ErrorType;
  retryable: boolean;
  action_required: ActionRequired | null;
  /** ISO 8601, UTC. */
  timestamp: string;
  /** Identifies this response in the server's log. */
  request_id: string;
  /** The invalid fields and why; only with VALIDATION_FAILED. */
  fields?: { path: string; message: string }[];
}
