import { BANK_REPAIRS } from '@oinkly/domain/bank-reading';
import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import { BOARD_VIEWS, WEEK_MARKS } from '@oinkly/domain/kept-weeks';
import {
  MAX_EXPENSE_NAME_LENGTH,
  type EnteredField,
  type ImportedField,
  type SeriesField,
} from '@oinkly/domain/expense-fields';
import { MONEY_KINDS } from '@oinkly/domain/money-kinds';
import { WEEK_MOODS } from '@oinkly/domain/week-mood';
import { WEEK_VERDICTS } from '@oinkly/domain/week-verdicts';
import { NOTIFICATION_KINDS, type DeviceKind } from '@oinkly/domain/notifications';
import { JOINING_EXPENSES, PRIZES } from '@oinkly/domain/ranking';
import { MAX_FILE_KIND_LENGTH, PURCHASE_SIGNS } from '@oinkly/domain/statements/layout';
import { MAX_BANK_REF_LENGTH, MAX_IMPORT_ROWS } from '@oinkly/domain/statements/limits';
import { z } from 'zod';
import {
  DEFAULT_TOKEN_LIFETIME_DAYS,
  MAX_EMAIL_LENGTH,
  MAX_IDEMPOTENCY_KEY_LENGTH,
  MAX_TOKEN_NAME_LENGTH,
  TOKEN_LIFETIMES_DAYS,
} from './limits.ts';
import {
  day,
  dollars,
  ignoredUserId,
  MAX_AMOUNT_DOLLARS,
  monday,
  userName,
  storableText,
  timeZone,
  weeklyBudgetDollars,
} from './primitives.ts';
import type { RouteName } from './routes.ts';
import { TOKEN_SCOPES } from './token-scopes.ts';

/** What Home says about a bank (PD-84, PD-85). */
const userBank = z.object({
  provider: z.string(),
  itemId: z.string(),
  name: z.string(),
  /** The last successful sync, in ISO 8601; null before the first. */
  lastReadAt: z.string().nullable(),
  linkedAt: z.string(),
  /** Null after a successful sync that could read every account. */
  problem: z
    .object({
      /** The bank, or one of the banks behind the connection. */
      name: z.string(),
      message: z.string(),
      /** False if waiting may help. */
      needsOwner: z.boolean(),
      repair: z.enum(BANK_REPAIRS).nullable(),
    })
    .nullable(),
});

const user = z.object({
  id: z.string(),
  fullName: z.string().nullable(),
  email: z.string(),
  /** Until then, it gets no recap, and no invitation is mailed in its name. */
  emailConfirmed: z.boolean(),
  /** Whole dollars; null until set (D-1). */
  weeklyBudget: z.number().nullable(),
  signupCompleted: z.boolean(),
  bankLinked: z.boolean(),
  friendsAdded: z.boolean(),
  /** IANA name; null until a browser has reported it. */
  timeZone: z.string().nullable(),
  countFixedBills: z.boolean(),
  /** Whether the user and friends see each other on the leaderboard (PD-27). */
  onBoard: z.boolean(),
  boardView: z.enum(BOARD_VIEWS),
  unreadNotifications: z.number(),
  /** How many of them say that a friend joined. */
  unreadFriends: z.number(),
  /** Every connection, oldest first. */
  banks: z.array(userBank),
});

const settings = z.object({
  /** Dollars: four times the weekly budget (PD-10). */
  monthlyIncome: z.number().nullable(),
  monthlySavingsGoal: z.number(),
  /** Every change, in whole dollars, oldest first (PD-11). */
  budgets: z.array(z.object({ day: z.string(), weeklyBudget: z.number() })),
});

const expense = z.object({
  id: z.number(),
  name: z.string(),
  /** Dollars. A bank's is positive; a manual one is as entered, possibly negative. */
  amount: z.number(),
  /** `YYYY-MM-DD` */
  date: z.string(),
  category: z.enum(EXPENSE_CATEGORIES),
  type: z.enum(['recurring', 'one-time']),
  dayOfMonth: z.number().nullable(),
  seriesId: z.string().nullable(),
  paid: z.boolean(),
  userId: z.string(),
  source: z.enum(['bank', 'manual']),
  kind: z.enum(MONEY_KINDS),
  counted: z.boolean(),
  /** Null if counted. `by-hand`: the user excluded it. */
  notCountedReason: z.enum(['by-hand', 'kind', 'currency']).nullable(),
  /** Dollars; the cost is |amount| − refunded. */
  refunded: z.number(),
  /** The bank has not posted it yet. */
  pending: z.boolean(),
  /** ISO 4217; only USD is counted. */
  currency: z.string(),
  /** A manual expense is merged into this bank expense; see `undoMerge`. */
  merged: z.boolean(),
} satisfies Record<EnteredField, z.ZodType> & z.ZodRawShape);

const dayOfMonth = z.int().min(1).max(31);

/** Control characters and direction marks garble the text around them. */
const visibleText = storableText
  .overwrite((text) => text.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' '))
  .trim()
  .min(1);

const enteredFields = {
  name: visibleText.max(MAX_EXPENSE_NAME_LENGTH),
  amount: dollars.refine((amount) => amount !== 0, 'Not zero'),
  date: day,
  category: z.enum(EXPENSE_CATEGORIES),
  type: z.enum(['recurring', 'one-time']),
  dayOfMonth: dayOfMonth.nullish(),
  paid: z.boolean(),
} satisfies Record<EnteredField, z.ZodType>;

const newExpense = z.strictObject({
  ...enteredFields,
  type: enteredFields.type.default('one-time'),
  paid: enteredFields.paid.default(false),
  /** A repeated request adds nothing and returns the first result. */
  requestId: z.uuid().optional(),
  userId: ignoredUserId,
});

const expensePatch = z
  .strictObject(enteredFields)
  .partial()
  .extend({
    /** null: decide by its kind (PD-5). */
    counted: z.boolean().nullish(),
    userId: ignoredUserId,
  })
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change');

const merchantKey = storableText.min(1).max(1000);

/** How a merchant's new bank expenses start (PD-73). Null: as the bank says. */
const rule = z.object({
  merchantKey: z.string(),
  merchant: z.string(),
  name: z.string().nullable(),
  category: z.enum(EXPENSE_CATEGORIES).nullable(),
  counted: z.boolean().nullable(),
});

/** `future`: this occurrence and all later ones (PD-31). */
const scopeQuery = z.strictObject({
  scope: z.enum(['one', 'future']).default('one'),
  userId: ignoredUserId,
});

const recurringSeries = z.object({
  id: z.string(),
  name: z.string(),
  /** Dollars, as entered. */
  amount: z.number(),
  category: z.enum(EXPENSE_CATEGORIES),
  dayOfMonth: z.number(),
  next: z.object({
    /** `YYYY-MM-DD` */
    date: z.string(),
    amount: z.number(),
    counted: z.boolean(),
    expenseId: z.number().nullable(),
  }),
} satisfies Record<SeriesField, z.ZodType> & z.ZodRawShape);

const monthlyPayments = z.object({
  merchantKey: z.string(),
  name: z.string(),
  /** Dollars, of the newest payment. */
  amount: z.number(),
  category: z.enum(EXPENSE_CATEGORIES),
  /** The number of consecutive payments. */
  payments: z.number(),
  /** When the next one is expected; `YYYY-MM-DD`. */
  date: z.string(),
  /** Whether the newest one counts. */
  counted: z.boolean(),
  confirmed: z.boolean(),
  /** Whether to ask if it counts: it does, looks like a bill, and no rule has decided (PD-90). */
  mayBeBill: z.boolean(),
});

const recurring = z.object({
  /** The user's own recurring expenses, next due first. */
  series: z.array(recurringSeries),
  /** Found in bank history and not rejected by the user, next due first. */
  merchants: z.array(monthlyPayments),
});

const seriesPatch = z
  .strictObject({
    name: enteredFields.name,
    amount: enteredFields.amount,
    category: enteredFields.category,
    dayOfMonth,
  } satisfies Record<SeriesField, z.ZodType>)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change');

const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'Not a currency');

/** The bank's id for a row of a file, including its account. */
const bankRef = storableText.min(1).max(MAX_BANK_REF_LENGTH);

/** Compared with existing expenses. */
const comparedRow = z.strictObject({
  name: newExpense.shape.name,
  /** Dollars. */
  amount: z.number().positive().pipe(dollars),
  date: day,
  currency: currencyCode.default('USD'),
  bankRef: bankRef.optional(),
});

const importedRow = z.strictObject({
  ...comparedRow.shape,
  category: z.enum(EXPENSE_CATEGORIES),
  kind: z.enum(['spending', 'fixed-bill', 'transfer', 'card-payment']).default('spending'),
  counted: z.boolean().nullable().default(null),
  paid: z.boolean().default(false),
} satisfies Record<ImportedField, z.ZodType> & z.ZodRawShape);

/** A column's index in a file; null if the file has none. */
const column = z.int().min(0).max(999).nullable();

const importLayout = z.strictObject({
  columns: z.strictObject({
    date: column,
    name: column,
    amount: column,
    moneyOut: column,
    moneyIn: column,
    direction: column,
    category: column,
    currency: column,
  }),
  dateOrder: z.enum(['ymd', 'mdy', 'dmy']),
  decimalSign: z.enum(['.', ',']),
  purchases: z.enum(PURCHASE_SIGNS),
  currency: currencyCode,
});

const rememberedLayout = z.strictObject({
  fileKind: storableText.min(1).max(MAX_FILE_KIND_LENGTH),
  layout: importLayout,
});

const expenseImport = z.object({
  id: z.string(),
  fileName: z.string(),
  rows: z.number(),
  /** How many of them can still be removed: not deleted since and not merged into a bank expense. */
  remaining: z.number(),
  /** ISO 8601 */
  importedAt: z.string(),
});

const refund = z.object({
  id: z.string(),
  name: z.string(),
  /** Dollars, positive. */
  amount: z.number(),
  date: z.string(),
  currency: z.string(),
  /** The expenses that it reduces, in dollars; empty while unmatched. */
  matches: z.array(z.object({ expenseId: z.number(), amount: z.number() })),
  /** Automatic matching then leaves it alone. */
  matchedByHand: z.boolean(),
  dismissed: z.boolean(),
});

const duplicateOffer = z.object({ manual: expense, bank: expense });

const leaderboardEntry = z.object({
  rank: z.number(),
  name: z.string(),
  userId: z.string(),
  isCurrentUser: z.boolean(),
  positionChange: z.number(),
  /** A sentence for the current user; empty for others. Its only markup is `<strong>` and `<em>`. */
  status: z.string(),
  /** Only for users within their budget (D-13). */
  prize: z.enum(PRIZES).nullable(),
  /** Which expense brings the user back into the ranks; null for the ranked ones. */
  joinsWith: z.enum(JOINING_EXPENSES).nullable(),
});

/** Who kept which of the last closed weeks (PD-76): no amounts and no ranks. */
const keptWeeks = z.object({
  /** Mondays, oldest first. */
  weekStarts: z.array(z.string()),
  /** The viewer first, then friends by name. */
  users: z.array(
    z.object({
      name: z.string(),
      userId: z.string(),
      isCurrentUser: z.boolean(),
      /** One per week. `missed` may also mean that the user was absent or entered nothing. */
      kept: z.array(z.enum(WEEK_MARKS)),
    }),
  ),
});

/** The recap (PD-24, PD-74): news until dismissed, and again after the bank's correction. */
const lastWeek = z.object({
  /** `YYYY-MM-DD` */
  weekStart: z.string(),
  /** Dollars. */
  budget: z.number(),
  spent: z.number(),
  /** What went well, without amounts; null for a week that closed late. */
  highlight: z.string().nullable(),
  /** The closed weeks under budget since the user first set one here and had an expense (PD-89). */
  weeksUnderInAll: z.number(),
  corrected: z.boolean(),
  /** Dismissed, perhaps before a correction. */
  seenBefore: z.boolean(),
  dismissed: z.boolean(),
});

const otherUser = z.object({
  userId: z.string(),
  name: z.string(),
  /** ISO 8601 */
  since: z.string(),
});
/** A year's map as others see it: no amounts, no budget and no share of it (PD-23). */
const sharedMap = z.object({
  name: z.string().nullable(),
  year: z.number(),
  quip: z.string(),
  /** The closed weeks, and those of them within budget (PD-88). */
  counted: z.object({ under: z.number(), closed: z.number() }),
  /** Oldest first, with the running week. */
  weeks: z.array(z.enum(WEEK_VERDICTS)),
});

const mapParams = z.object({ token: z.string() });

/** What devices get. The list has everything (PD-86). */
const wantedNotifications = z.object({
  budget: z.boolean(),
  bank: z.boolean(),
  /** The last week's result, on Mondays. */
  result: z.boolean(),
  friend: z.boolean(),
}) satisfies z.ZodType<Record<DeviceKind, boolean>>;

const notification = z.object({
  id: z.number(),
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string(),
  body: z.string(),
  /** The page that it opens. */
  path: z.string(),
  /** ISO 8601 */
  createdAt: z.string(),
  read: z.boolean(),
});

/** A fixed number of bytes in base64url, without padding. */
const base64url = (sizeBytes: number) =>
  z
    .string()
    .regex(new RegExp(`^[\\w-]{${Math.ceil((sizeBytes * 4) / 3)}}$`), `Not ${sizeBytes} bytes in base64url`);

const bankAccount = z.object({
  account_id: z.string(),
  item_id: z.string(),
  institution_name: z.string(),
  name: z.string(),
  type: z.string(),
  subtype: z.string().nullable(),
  mask: z.string().nullable(),
  balances: z.object({
    current: z.number().nullable(),
    available: z.number().nullable(),
    iso_currency_code: z.string().nullable(),
  }),
  /** ISO 8601; when the bank last reported the balance, if known. */
  reported_at: z.string().nullable(),
});

const connection = z.object({
  item_id: z.string(),
  institution_name: z.string(),
  /** `login_required`: the user must log in at the bank. */
  status: z.enum(['healthy', 'login_required', 'error']),
  error_message: z.string().nullable(),
  error_code: z.string().nullable(),
  /** ISO 8601; null before the first finished sync. */
  last_synced_at: z.string().nullable(),
  /** What the last sync could not read. The connection's other banks and accounts are up to date. */
  problems: z.array(
    z.object({
      institution_name: z.string(),
      /** Null: all accounts of the bank. */
      account_id: z.string().nullable(),
      error_code: z.string(),
      error_message: z.string(),
      /** The provider's words. */
      detail: z.string().nullable(),
    }),
  ),
});

/** `done` and `failed` are final. */
const SYNC_STAGES = ['queued', 'connecting', 'fetching', 'processing', 'saving', 'done', 'failed'] as const;

const syncStatus = z.object({
  connections: z.array(
    z.object({
      item_id: z.string(),
      institution_name: z.string(),
      /** null before the first sync. */
      stage: z.enum(SYNC_STAGES).nullable(),
      /** New counted expenses committed so far by this run. */
      imported: z.number(),
      error: z.string().nullable(),
      /** ISO 8601 */
      requested_at: z.string().nullable(),
      finished_at: z.string().nullable(),
    }),
  ),
});

const session = z.object({
  id: z.string(),
  /** The browser and operating system; null if unknown. */
  device: z.string().nullable(),
  /** ISO 8601, to the hour. */
  loggedInAt: z.string(),
  lastUsedAt: z.string(),
  current: z.boolean(),
});

/** As its owner sees it later; only its hash is stored. */
const personalToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  /** ISO 8601 */
  createdAt: z.string(),
  /** ISO 8601 */
  expiresAt: z.string(),
  /** ISO 8601, to the hour. */
  lastUsedAt: z.string().nullable(),
});

/** One sentence, or a merchant and an amount. */
const tokenExpense = z
  .strictObject({
    /** As in quick entry: `12.50 Lidl yesterday`. It has room for any name. */
    text: visibleText.max(MAX_EXPENSE_NAME_LENGTH).optional(),
    merchant: enteredFields.name.optional(),
    /** Dollars as a number, or as a phone writes them: `$12.50`. */
    amount: z.union([z.number().positive().pipe(dollars), storableText.max(40)]).optional(),
    /** Today by default. */
    date: day.optional(),
    /** Guessed from the merchant by default. */
    category: z.enum(EXPENSE_CATEGORIES).optional(),
    /** Like the header `Idempotency-Key`, which wins. */
    id: storableText.min(1).max(MAX_IDEMPOTENCY_KEY_LENGTH).optional(),
  })
  .refine(
    ({ text, merchant, amount }) => text !== undefined || (merchant !== undefined && amount !== undefined),
    {
      path: ['text'],
      message: 'Send a text, or a merchant and an amount',
    },
  )
  .refine(
    (body) => body.text === undefined || Object.keys(body).every((name) => ['text', 'id'].includes(name)),
    {
      path: ['text'],
      message: 'Not together with other fields',
    },
  );

const success = z.object({ success: z.literal(true) });
const imported = z.object({
  success: z.literal(true),
  /** New counted expenses. */
  imported: z.number(),
});
const linked = z.object({ success: z.literal(true), institutionName: z.string() });

const providerParams = z.object({ provider: z.string().max(32) });
const itemId = storableText.max(128);
const itemParams = providerParams.extend({ itemId });
/** `Number` would also accept `0x10` and `1e3`. */
const expenseParams = z.object({
  id: z.preprocess((id) => (/^[1-9]\d*$/.test(String(id)) ? Number(id) : id), z.int().positive()),
});
const expenseId = z.int().positive();
const seriesParams = z.object({ id: z.guid() });
const otherUserParams = z.object({ id: z.guid() });
const ownInvite = z.object({
  code: z.string(),
  /** ISO 8601 */
  expiresAt: z.string(),
  /** How many accounts were created with this link. */
  signUps: z.int(),
});
const inviteParams = z.object({ code: storableText.min(1).max(128) });
const opaque = z.string().max(2048);

/** The connection to repair; absent to link a new bank. */
const repairQuery = z.strictObject({ itemId: itemId.optional() });

const chosenAccount = z.strictObject({
  name: opaque,
  type: opaque,
  subtype: opaque.nullable(),
  mask: opaque.nullable(),
});

/**
 * The shapes of every call in `routes.ts`. Unknown fields are errors, so a typo is never silently dropped. A call without `response`
 * redirects, or returns a file of the media type `download`.
 */
const twinBank = z.object({
  provider: z.string(),
  provider_name: z.string(),
  institution_name: z.string(),
});
const twinAccount = z.object({ name: z.string(), mask: z.string().nullable() });

const bankTwin = z.object({
  id: z.string(),
  /** The younger account does not count until the user chooses, unless it is a new card. */
  kind: z.enum(['connected-twice', 'same-purchases', 'new-card']),
  older: twinBank,
  younger: twinBank,
  accounts: z.array(z.object({ older: twinAccount, younger: twinAccount })),
});
const twinChoice = z.enum(['older', 'younger', 'both']);

const expenseFilter = {
  from: day.optional(),
  to: day.optional(),
  /** Read by `readSearch`: names, categories, months and amounts. */
  q: storableText.trim().max(200).optional(),
  counted: z.enum(['counted', 'not', 'all']).default('counted'),
  category: z.enum(EXPENSE_CATEGORIES).optional(),
  source: z.enum(['bank', 'manual']).optional(),
  type: z.enum(['recurring', 'one-time']).optional(),
};

export const endpoints = {
  getCurrentUser: { response: user },
  login: {
    query: z.object({
      returnTo: z.string().max(2048).optional(),
      /** Set after a redirect to the public host. */
      moved: z.literal('1').optional(),
      /** The logged-in user confirms their identity. */
      again: z.literal('1').optional(),
      /** The user creates an account first. */
      create: z.literal('1').optional(),
      /** A one-time invitation to create an account. */
      invite: z.string().max(100).optional(),
    }),
  },
  /** Whether the login is recent enough for sensitive calls for at least another minute (SEC-20). */
  checkRecentLogin: { response: z.object({ recent: z.boolean() }) },
  /** The user's sessions, most recently used first. */
  listSessions: { response: z.array(session) },
  endSession: { params: z.object({ id: z.string().min(1) }), response: success },
  endOtherSessions: { response: success },
  /** Sends another link that confirms the user's email. */
  sendConfirmation: { response: success },
  /** Newest first. */
  listTokens: { response: z.array(personalToken) },
  /** Returns the token for the only time. Needs a recent login (SEC-20). */
  createToken: {
    body: z.strictObject({
      name: visibleText.max(MAX_TOKEN_NAME_LENGTH),
      scopes: z.array(z.enum(TOKEN_SCOPES)).min(1).max(TOKEN_SCOPES.length),
      lifetimeDays: z.literal(TOKEN_LIFETIMES_DAYS).default(DEFAULT_TOKEN_LIFETIME_DAYS),
    }),
    response: personalToken.extend({ token: z.string() }),
  },
  revokeToken: { params: z.object({ id: z.guid() }), response: success },
  loginCallback: {},
  logout: {},

  updateUser: {
    body: z.strictObject({
      fullName: userName.optional(),
      weeklyBudget: weeklyBudgetDollars.optional(),
      bankLinked: z.boolean().optional(),
      friendsAdded: z.boolean().optional(),
      signupCompleted: z.literal(true).optional(),
      timeZone: timeZone.optional(),
      countFixedBills: z.boolean().optional(),
      onBoard: z.boolean().optional(),
      boardView: z.enum(BOARD_VIEWS).optional(),
    }),
    response: user,
  },
  deleteAccount: { response: success },
  getSettings: { response: settings },
  updateSettings: {
    body: z.strictObject({
      monthlyIncome: z.number().min(0).max(MAX_AMOUNT_DOLLARS),
      monthlySavingsGoal: z.number().min(0).max(MAX_AMOUNT_DOLLARS).default(0),
    }),
    response: settings,
  },

  /**
   * Newest first: `limit`, or at most `MAX_LISTED_EXPENSES`. The header `X-Next-Cursor` holds the `cursor`
   * for the next page, if any.
   */
  listExpenses: {
    query: z.strictObject({
      userId: ignoredUserId,
      ...expenseFilter,
      cursor: z.string().max(64).optional(),
      limit: z.coerce.number().int().min(1).max(500).optional(),
    }),
    response: z.array(expense),
  },
  /** What the whole list of `listExpenses` comes to, not one page of it. */
  sumExpenses: {
    query: z.strictObject(expenseFilter),
    response: z.object({
      expenses: z.number().int(),
      /** How many of them count toward a budget. */
      counted: z.number().int(),
      /** Dollars that the counted ones cost after refunds. */
      spent: z.number(),
    }),
  },
  /** The totals of each week between two Mondays, both included. */
  listWeeks: {
    query: z.strictObject({ from: monday, to: monday }),
    response: z.object({
      /** Weeks with a counted expense, oldest first. */
      weeks: z.array(z.object({ weekStart: z.string(), spent: z.number(), purchases: z.number() })),
      /** In any week, counted. */
      hasExpenses: z.boolean(),
      /** There are expenses, but none is counted. */
      hasOnlyUncounted: z.boolean(),
      /** Dollars still due this week from recurring expenses that count. */
      toCome: z.number(),
      /** Their names, first due first. */
      toComeNames: z.array(z.string()),
      /** The largest monthly payment to ask about (PD-90). */
      bill: monthlyPayments.nullable(),
    }),
  },
  /** What the last 52 weeks have in common. Sums are in dollars. */
  getInsights: {
    response: z.object({
      from: z.string(),
      to: z.string(),
      /** Per four weeks, oldest first; the largest category first. */
      categories: z.array(z.object({ category: z.enum(EXPENSE_CATEGORIES), spent: z.array(z.number()) })),
      merchants: z.array(z.object({ name: z.string(), spent: z.number(), purchases: z.number() })),
      /** Monday first. */
      weekdays: z.array(z.object({ spent: z.number(), purchases: z.number() })),
    }),
  },
  createExpense: { body: newExpense, response: expense },
  updateExpense: {
    params: expenseParams,
    query: scopeQuery,
    body: expensePatch,
    /** The rule that would repeat the change, unless it exists. */
    response: expense.extend({ ruleOffer: rule.optional() }),
  },
  deleteExpense: { params: expenseParams, query: scopeQuery, response: success },
  /** Includes deleted occurrences and an ended series. */
  restoreExpense: { params: expenseParams, response: expense },
  /** Newest first. */
  exportExpenses: { download: 'text/csv' },
  /** All of the user's data, in the shapes of the calls, with the banks' transactions. */
  exportEverything: { download: 'application/json' },
  listImports: {
    response: z.object({
      /** The latest that can be undone, newest first. */
      imports: z.array(expenseImport),
      /** The user's saved file layouts, most recently used first. */
      layouts: z.array(rememberedLayout),
    }),
  },
  /** Returns which rows are already expenses. Changes nothing. */
  checkImport: {
    body: z.strictObject({ rows: z.array(comparedRow).min(1).max(MAX_IMPORT_ROWS) }),
    response: z.object({
      known: z.array(
        z.object({
          row: z.number(),
          /** The existing expense. */
          name: z.string(),
          date: z.string(),
          deleted: z.boolean(),
        }),
      ),
    }),
  },
  /** All rows or none. Idempotent. */
  importExpenses: {
    body: z.strictObject({
      requestId: z.uuid(),
      fileName: storableText.trim().min(1).max(200),
      rows: z.array(importedRow).min(1).max(MAX_IMPORT_ROWS),
      /** How the file was read; saved for the next import. */
      layout: rememberedLayout.optional(),
    }),
    response: z.object({ id: z.string(), imported: z.number() }),
  },
  undoImport: { params: z.object({ id: z.guid() }), response: z.object({ removed: z.number() }) },
  listRecurring: { response: recurring },
  updateRecurring: { params: seriesParams, body: seriesPatch, response: success },
  endRecurring: { params: seriesParams, response: success },
  restoreRecurring: { params: seriesParams, response: success },
  /** null withdraws the answer. */
  answerMonthly: {
    body: z.strictObject({ merchantKey, monthly: z.boolean().nullable() }),
    response: success,
  },
  listRules: { response: z.object({ rules: z.array(rule) }) },
  /** The merchants of the user's banks, those with the most purchases first. */
  listMerchants: {
    response: z.object({
      merchants: z.array(z.object({ merchantKey: z.string(), merchant: z.string(), purchases: z.number() })),
    }),
  },
  /** Stores what a merchant's rule does to later transactions. Absent fields stay; null sets nothing. */
  saveRule: {
    body: z.strictObject({
      merchantKey,
      /** The name that `merchantKey` is of: needed while the bank has reported no purchase there. */
      merchant: enteredFields.name.optional(),
      name: enteredFields.name.nullish(),
      category: enteredFields.category.nullish(),
      counted: z.boolean().nullish(),
    }),
    response: rule.extend({
      /** How many existing expenses the rule would change. */
      earlier: z.number(),
    }),
  },
  removeRule: { query: z.strictObject({ merchantKey }), response: success },
  /** Does to a merchant's existing expenses what its rule does to new ones. Fields that the user edited stay; those of a rule don't. */
  applyRule: {
    body: z.strictObject({ merchantKey }),
    response: z.object({
      /** Names the change, to undo it within a day. */
      id: z.string(),
      changed: z.number(),
    }),
  },
  undoRuleChange: { params: z.object({ id: z.guid() }), response: z.object({ restored: z.number() }) },
  listRefunds: { response: z.object({ refunds: z.array(refund) }) },
  matchRefund: {
    params: z.object({ id: z.string().max(64) }),
    /** null leaves the refund unmatched. */
    body: z.strictObject({ expenseId: z.int().positive().nullable() }),
    response: refund,
  },
  /** Marks a refund as belonging to no expense, or undoes that. */
  dismissRefund: {
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({ dismissed: z.boolean() }),
    response: refund,
  },
  /** Newest first, each expense in at most one pair. */
  listDuplicates: { response: z.object({ offers: z.array(duplicateOffer) }) },
  /** true merges them; false stops asking; null withdraws a false. */
  answerDuplicate: {
    body: z.strictObject({ manualId: expenseId, bankId: expenseId, duplicate: z.boolean().nullable() }),
    response: success,
  },
  /** The pair is never merged or offered again. */
  undoMerge: { params: expenseParams, response: success },

  getLeaderboard: {
    response: z.object({
      leaderboard: z.array(leaderboardEntry),
      /** Null unless the viewer chose check marks and has friends on the board. */
      kept: keptWeeks.nullable(),
      /** Whether to offer notifications: there is something to report, and the user never chose. */
      offersNote: z.boolean(),
      lastWeek: lastWeek.nullable(),
    }),
  },
  dismissLastWeek: { params: z.object({ week: day }), response: success },
  listFriends: { response: z.object({ friends: z.array(otherUser), blocked: z.array(otherUser) }) },
  endFriendship: { params: otherUserParams, response: success },
  /** Ends the friendship and makes all of the user's invitations invalid for the friend. */
  blockFriend: { params: otherUserParams, response: success },
  unblock: { params: otherUserParams, response: success },
  /** The code of the user's own invitation link `/invite/{code}`. */
  getInvite: { response: ownInvite },
  replaceInvite: { response: ownInvite },
  /** Sends the user's own invitation to an email. */
  mailInvite: { body: z.strictObject({ to: z.email().max(MAX_EMAIL_LENGTH) }), response: success },
  getInvitation: {
    params: inviteParams,
    response: z.object({
      inviterName: z.string(),
      /** `blocked` means by the viewer. */
      standing: z.enum(['open', 'own', 'friends', 'blocked']),
    }),
  },
  /** Idempotent. */
  acceptInvitation: { params: inviteParams, response: success },

  getMapShare: {
    response: z.object({
      /** Null while the map is not shared. */
      url: z.string().nullable(),
      map: sharedMap,
    }),
  },
  /** Lets anyone with the link see the map. Keeps an existing link. */
  shareMap: { response: z.object({ url: z.string() }) },
  /** Revokes the link permanently; sharing again creates another. */
  unshareMap: { response: success },
  /** Without a name: 1080 × 1920 pixels for a story, 1200 × 630 for a link preview. */
  drawMap: {
    query: z.strictObject({ format: z.enum(['story', 'link']).default('story') }),
    download: 'image/png',
  },
  getSharedMap: { params: mapParams, response: sharedMap },
  /** The picture for link previews. */
  drawSharedMap: { params: mapParams, download: 'image/png' },
  listNotifications: {
    response: z.object({
      /** The latest fifty, newest first. */
      notifications: z.array(notification),
      unread: z.number(),
      wanted: wantedNotifications,
      /** Whether the last week's result also comes by mail. */
      recapMail: z.boolean(),
      devices: z.array(z.string()),
      /**
       * VAPID, base64url; null if this server cannot send. Sent in advance: Safari forgets a click while it
       * waits.
       */
      pushKey: z.string().nullable(),
    }),
  },
  /** Marks notifications as read: some, ignoring unknown ids, or all of a kind. */
  readNotifications: {
    body: z
      .strictObject({
        ids: z.array(z.int().positive()).min(1).max(50).optional(),
        kind: z.enum(NOTIFICATION_KINDS).optional(),
      })
      .refine(({ ids, kind }) => (ids === undefined) !== (kind === undefined), 'Either ids or a kind'),
    response: success,
  },
  chooseNotifications: {
    body: z
      .strictObject(wantedNotifications.partial().shape)
      .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change'),
    response: wantedNotifications,
  },
  chooseRecapMail: {
    body: z.strictObject({ recapMail: z.boolean() }),
    response: z.object({ recapMail: z.boolean() }),
  },
  /** Ends the recap by mail. Idempotent. A form's body is ignored (RFC 8058). */
  unsubscribeFromMail: { params: z.object({ token: storableText.min(1).max(128) }), response: success },
  /** Registers a browser's `PushSubscription`. Idempotent. */
  subscribeToPush: {
    body: z.strictObject({
      endpoint: z.url().max(2048),
      keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
    }),
    response: z.object({ id: z.string() }),
  },
  /** Removes a subscription. The id is the SHA-256 of its endpoint, base64url. */
  unsubscribeFromPush: { params: z.object({ id: base64url(32) }), response: success },

  autoImport: {
    // Names of banks that still prepare their data.
    response: imported.extend({ preparing: z.array(z.string()).optional() }),
  },
  listAccounts: {
    params: providerParams,
    response: z.object({
      accounts: z.array(bankAccount),
      items: z.array(connection),
      connected_items: z.number(),
    }),
  },
  listConnections: { params: providerParams, response: z.array(connection) },
  getTransactionStats: {
    params: providerParams,
    response: z.object({
      stats: z.array(z.object({ itemId: z.string(), accountId: z.string(), count: z.number() })),
      total_transactions: z.number(),
    }),
  },
  getSyncStatus: { params: providerParams, response: syncStatus },
  syncConnection: {
    params: itemParams,
    /** The sync continues; see `getSyncStatus`. */
    response: imported.extend({ under_way: z.boolean() }),
  },
  disconnect: {
    params: itemParams,
    query: z.strictObject({ history: z.enum(['keep', 'erase']).default('keep') }),
    response: success,
  },
  /** Accounts that look like one at the bank, grouped by bank. */
  listBankTwins: {
    response: z.object({
      twins: z.array(bankTwin),
    }),
  },
  /** The accounts that count from now on. They take over the others' history and edits. Idempotent. */
  chooseBankTwin: {
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ choice: twinChoice }),
    response: success,
  },
  importCurrentYear: {
    params: providerParams,
    response: z.object({
      success: z.literal(true),
      started: z.number(),
    }),
  },
  /** The connections that the server's plan ever opens, of all users; null without a limit. */
  getLinkLimit: {
    params: providerParams,
    response: z.object({ links: z.object({ used: z.number(), limit: z.number() }).nullable() }),
  },
  createLinkToken: {
    params: providerParams,
    query: repairQuery,
    response: z.object({ link_token: z.string() }),
  },
  openLinkPages: { params: providerParams, query: repairQuery },
  exchangeToken: {
    params: providerParams,
    body: z.strictObject({
      public_token: opaque.min(1),
      /**
       * The bank that the provider's widget reported. It reveals an already connected bank before the
       * exchange.
       */
      institution_id: opaque.nullish(),
      accounts: z.array(chosenAccount).max(200).nullish(),
    }),
    response: linked,
  },
  exchangeOAuth: {
    params: providerParams,
    body: z.strictObject({
      authorization_code: opaque.nullish(),
      oauth_state_id: opaque.nullish(),
      state: opaque.nullish(),
    }),
    /** Leaving the bank's pages without linking is not an error. */
    response: z.union([linked, z.object({ success: z.literal(false), institutionName: z.null() })]),
  },
  /** Returns what was read. */
  addExpenseByToken: {
    body: tokenExpense,
    response: expense
      .pick({ id: true, name: true, amount: true, date: true, category: true, type: true })
      // Words of the sentence that were not understood (PD-99).
      .extend({ unread: z.array(z.string()) }),
  },
  /** The current week of a personal token's owner. Amounts in dollars. */
  getWeekByToken: {
    response: z.object({
      /** `YYYY-MM-DD` */
      monday: z.string(),
      sunday: z.string(),
      budget: z.number(),
      spent: z.number(),
      /** What is left of the budget; 0 when over. */
      left: z.number(),
      /** Beyond the budget; 0 when under. */
      over: z.number(),
      status: z.enum(['under', 'over']),
      /** Still due from recurring expenses. */
      toCome: z.number(),
      purchases: z.number(),
      /** After today. */
      daysLeft: z.number(),
      mood: z.enum(WEEK_MOODS),
    }),
  },
  /** 800 × 400 pixels, for a widget. */
  drawWeekByToken: { download: 'image/png' },
  // The provider's adapter reads the body as the signed bytes.
  receiveWebhook: { params: providerParams, response: success },

  /**
   * The process is alive. `instance` is the same for all processes with the same token keys. `forwarded`: whether this request has an
   * `X-Forwarded-For`, and whether the server believes it.
   */
  health: {
    response: z.object({
      status: z.literal('ok'),
      instance: z.string().optional(),
      forwarded: z.enum(['no', 'believed', 'ignored']),
    }),
  },
  /** The process can serve users: its database, tables and jobs are fine. */
  ready: { response: z.object({ status: z.literal('ready') }) },
} as const satisfies Record<RouteName, Endpoint>;

interface Endpoint {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response?: z.ZodType;
  /** The media type of the returned file. */
  download?: string;
}

export type Endpoints = typeof endpoints;

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

export interface RouteInput<N extends RouteName> {
  params: Endpoints[N] extends { params: infer S } ? InputOf<S> : undefined;
  query: Endpoints[N] extends { query: infer S } ? InputOf<S> : undefined;
  body: Endpoints[N] extends { body: infer S } ? InputOf<S> : undefined;
}

export type RouteResponse<N extends RouteName> = Endpoints[N] extends { response: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

export type User = z.output<typeof user>;
export type UserBank = User['banks'][number];
export type PersonalToken = z.output<typeof personalToken>;
export type TokenExpense = z.output<typeof tokenExpense>;
export type Session = z.output<typeof session>;
export type Settings = z.output<typeof settings>;
export type Expense = z.output<typeof expense>;
export type NewExpense = z.input<typeof newExpense>;
export type ExpensePatch = z.input<typeof expensePatch>;
export type Recurring = z.output<typeof recurring>;
export type RecurringSeries = z.output<typeof recurringSeries>;
export type SeriesPatch = z.input<typeof seriesPatch>;
export type Rule = z.output<typeof rule>;
export type RuleMerchant = RouteResponse<'listMerchants'>['merchants'][number];
export type MonthlyPayments = z.output<typeof monthlyPayments>;
export type ImportedRow = z.input<typeof importedRow>;
export type ExpenseImport = z.output<typeof expenseImport>;
export type Refund = z.output<typeof refund>;
export type DuplicateOffer = z.output<typeof duplicateOffer>;
export type LeaderboardEntry = z.output<typeof leaderboardEntry>;
export type KeptWeeks = z.output<typeof keptWeeks>;
export type LastWeek = z.output<typeof lastWeek>;
export type OtherUser = z.output<typeof otherUser>;
export type SharedMap = z.output<typeof sharedMap>;
export type Notification = z.output<typeof notification>;
export type WantedNotifications = z.output<typeof wantedNotifications>;
export type BankAccount = z.output<typeof bankAccount>;
export type Connection = z.output<typeof connection>;
export type BankTwin = z.output<typeof bankTwin>;
export type TwinChoice = z.output<typeof twinChoice>;
export type SyncStatus = z.output<typeof syncStatus>;
