import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import type { EnteredField, ImportedField } from '@oinkly/domain/expense-fields';
import { MONEY_KINDS } from '@oinkly/domain/money-kinds';
import { WEEK_VERDICTS } from '@oinkly/domain/week-verdicts';
import { NOTIFICATION_KINDS, type NotificationKind } from '@oinkly/domain/notifications';
import { MAX_FILE_KIND_LENGTH, PURCHASE_SIGNS } from '@oinkly/domain/statements/layout';
import { MAX_BANK_REF_LENGTH, MAX_IMPORT_ROWS } from '@oinkly/domain/statements/limits';
import { z } from 'zod';
import { MAX_EXPENSE_NAME_LENGTH } from './limits.ts';
import {
  day,
  dollars,
  ignoredUserId,
  MAX_AMOUNT_DOLLARS,
  monday,
  personName,
  storableText,
  timeZone,
  weeklyBudgetDollars,
} from './primitives.ts';
import type { RouteName } from './routes.ts';

const user = z.object({
  id: z.string(),
  fullName: z.string().nullable(),
  email: z.string(),
  /** Whole dollars; null until it is set (deviation D-1). */
  weeklyBudget: z.number().nullable(),
  signupCompleted: z.boolean(),
  bankLinked: z.boolean(),
  friendsAdded: z.boolean(),
  /** IANA name; null until a browser has reported it. */
  timeZone: z.string().nullable(),
  /** Whether fixed bills are counted as spending (PD-5). */
  countFixedBills: z.boolean(),
  /** Whether friends see the user on their boards, and the user them (PD-27). */
  onBoard: z.boolean(),
  unreadNotifications: z.number(),
});

const settings = z.object({
  /** Dollars; the weekly budget times four, null until a budget is set (PD-10). */
  monthlyIncome: z.number().nullable(),
  monthlySavingsGoal: z.number(),
  /** Every change of the weekly budget in whole dollars, oldest first: from that day on it was this much (PD-11). */
  budgets: z.array(z.object({ day: z.string(), weeklyBudget: z.number() })),
});

const expense = z.object({
  id: z.number(),
  name: z.string(),
  /** Dollars. Positive for a bank's purchase; as typed, perhaps negative, for one entered by hand. */
  amount: z.number(),
  /** `YYYY-MM-DD` */
  date: z.string(),
  category: z.enum(EXPENSE_CATEGORIES),
  type: z.enum(['recurring', 'one-time']),
  dayOfMonth: z.number().nullable(),
  /** The series of `listRecurring` that it is an occurrence of; null for any other. */
  seriesId: z.string().nullable(),
  paid: z.boolean(),
  userId: z.string(),
  /** `bank` rows were imported, `manual` ones typed. */
  source: z.enum(['bank', 'manual']),
  /** What the row is (PD-4). */
  kind: z.enum(MONEY_KINDS),
  /** Whether it is part of every total, square and count. */
  counted: z.boolean(),
  /** Why it is not counted; null for a counted row. `by-hand`: the user said so. */
  notCountedReason: z.enum(['by-hand', 'kind', 'currency']).nullable(),
  /** Dollars that came back by refunds; what it cost is |amount| − refunded. */
  refunded: z.number(),
  /** The bank has not posted it yet. */
  pending: z.boolean(),
  /** ISO 4217; anything but USD is never counted. */
  currency: z.string(),
  /** Whether a manual expense is merged into this bank expense. `undoMerge` unmerges it. */
  merged: z.boolean(),
} satisfies Record<EnteredField, z.ZodType> & z.ZodRawShape);

const enteredFields = {
  // Controls and turns of direction would garble the text around a name; a paste may hold them.
  name: storableText
    .overwrite((text) => text.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' '))
    .trim()
    .min(1)
    .max(MAX_EXPENSE_NAME_LENGTH),
  amount: dollars.refine((amount) => amount !== 0, 'Not zero'),
  date: day,
  category: z.enum(EXPENSE_CATEGORIES),
  type: z.enum(['recurring', 'one-time']),
  dayOfMonth: z.int().min(1).max(31).nullish(),
  paid: z.boolean(),
} satisfies Record<EnteredField, z.ZodType>;

const newExpense = z.strictObject({
  ...enteredFields,
  type: enteredFields.type.default('one-time'),
  paid: enteredFields.paid.default(false),
  /** Made up by who sends it: the same request sent again adds nothing and is answered with what it added before. */
  requestId: z.uuid().optional(),
  userId: ignoredUserId,
});

const expensePatch = z
  .strictObject(enteredFields)
  .partial()
  .extend({
    /** false: don't count this; true: count this; null: back to what its kind says (PD-5). */
    counted: z.boolean().nullish(),
    /** Gives the category to every expense of this merchant whose category the user has not edited, now and later. */
    alwaysForMerchant: z.literal(true).optional(),
    userId: ignoredUserId,
  })
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change')
  .refine((patch) => !patch.alwaysForMerchant || patch.category, {
    path: ['alwaysForMerchant'],
    message: 'Only with a category',
  });

/** Which occurrences a change or a deletion is about: the one it names, or that one and all later ones (PD-31). */
const scopeQuery = z.strictObject({
  scope: z.enum(['one', 'future']).default('one'),
  userId: ignoredUserId,
});

const recurringSeries = z.object({
  id: z.string(),
  name: z.string(),
  /** Dollars, as typed. */
  amount: z.number(),
  category: z.enum(EXPENSE_CATEGORIES),
  dayOfMonth: z.number(),
  /** The next occurrence. */
  next: z.object({
    /** `YYYY-MM-DD` */
    date: z.string(),
    amount: z.number(),
    counted: z.boolean(),
    /** The expense that it is already, and so part of its week; null before its day. */
    expenseId: z.number().nullable(),
  }),
});

/** Payments to a merchant that a bank reported and that look monthly. */
const monthlyPayments = z.object({
  merchantKey: z.string(),
  name: z.string(),
  /** Dollars, of the newest payment. */
  amount: z.number(),
  category: z.enum(EXPENSE_CATEGORIES),
  /** How many there were in a row. */
  payments: z.number(),
  /** The day on which the next one is expected; `YYYY-MM-DD`. */
  date: z.string(),
  /** Whether the newest one is counted. */
  counted: z.boolean(),
  /** Whether the user said that they are monthly; false without an answer. */
  confirmed: z.boolean(),
});

const recurring = z.object({
  /** What the user entered, the next to come first. */
  series: z.array(recurringSeries),
  /** What was found in bank history and not called 'not monthly', the next to come first. */
  merchants: z.array(monthlyPayments),
});

const seriesPatch = z
  .strictObject({
    name: newExpense.shape.name.optional(),
    amount: newExpense.shape.amount.optional(),
    category: z.enum(EXPENSE_CATEGORIES).optional(),
    dayOfMonth: z.int().min(1).max(31).optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change');

const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'Not a currency');

/** What the bank calls a row of its file, and of which account. */
const bankRef = storableText.min(1).max(MAX_BANK_REF_LENGTH);

/** A row of a file as far as it is compared with what is there. */
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
  /** As of a change of an expense: null counts it as its kind says. */
  counted: z.boolean().nullable().default(null),
  paid: z.boolean().default(false),
} satisfies Record<ImportedField, z.ZodType> & z.ZodRawShape);

/** The place of a column in a file, from 0; null where the file has none. */
const column = z.int().min(0).max(999).nullable();

/** How files of a kind are read. */
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

/** What such files have in common, and how they are read. */
const rememberedLayout = z.strictObject({
  fileKind: storableText.min(1).max(MAX_FILE_KIND_LENGTH),
  layout: importLayout,
});

const expenseImport = z.object({
  id: z.string(),
  fileName: z.string(),
  /** How many expenses it added. */
  rows: z.number(),
  /** How many of them can be taken back: those that neither were deleted since nor belong to a bank by now. */
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
  /** The purchases it reduces and by how much; empty while unmatched. */
  matches: z.array(z.object({ expenseId: z.number(), amount: z.number() })),
  /** Whether a person decided the match; the automatic matching then leaves it alone. */
  matchedByHand: z.boolean(),
  /** Whether the user said that it belongs to no expense; it then reduces nothing. */
  dismissed: z.boolean(),
});

/** A manual and a bank expense that may be duplicates. */
const duplicateOffer = z.object({ manual: expense, bank: expense });

const leaderboardEntry = z.object({
  rank: z.number(),
  name: z.string(),
  userId: z.string(),
  isCurrentUser: z.boolean(),
  positionChange: z.number(),
  /** A sentence with at most `<strong>` and `<em>` for the current user, empty for the others. */
  status: z.string(),
});

/** How the user's last week ended (PD-24): there until the user has put it aside, and again when the bank has corrected it since. */
const lastWeek = z.object({
  /** `YYYY-MM-DD` */
  weekStart: z.string(),
  /** Dollars. */
  budget: z.number(),
  spent: z.number(),
  rank: z.number(),
  /** How many were ranked. */
  people: z.number(),
  /** Of the last so many closed weeks, at most ten, how many were under budget. */
  weeksUnder: z.number(),
  closedWeeks: z.number(),
  /** Of all closed weeks, how many were under budget. */
  weeksUnderInAll: z.number(),
  /** The bank has changed something of it since it ended. */
  corrected: z.boolean(),
  /** It was put aside before that. */
  seenBefore: z.boolean(),
});

/** Another user in a list. */
const person = z.object({
  userId: z.string(),
  name: z.string(),
  /** ISO 8601 */
  since: z.string(),
});
/** A year's map as others see it: nothing of a sum, a budget or a share of one (PD-23). */
const sharedMap = z.object({
  /** How the owner is called; null while they have not said so. */
  name: z.string().nullable(),
  year: z.number(),
  quip: z.string(),
  /** One for each week of the year's map, oldest first. */
  weeks: z.array(z.enum(WEEK_VERDICTS)),
});

/** The last part of a shared map's link. */
const mapParams = z.object({ token: z.string() });

/** Which kinds of notifications the user wants; none before they have said so. */
const wantedNotifications = z.object({
  budget: z.boolean(),
  bank: z.boolean(),
  /** How the last week ended, on Monday. */
  result: z.boolean(),
  friend: z.boolean(),
}) satisfies z.ZodType<Record<NotificationKind, boolean>>;

/** A notification, in the words that a device shows. */
const notification = z.object({
  id: z.number(),
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string(),
  body: z.string(),
  /** The page of the app that it leads to. */
  path: z.string(),
  /** ISO 8601 */
  createdAt: z.string(),
  read: z.boolean(),
});

/** A number of bytes in base64url, without padding. */
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
});

const connection = z.object({
  item_id: z.string(),
  institution_name: z.string(),
  /** `healthy`, `login_required` (the person must log in at the bank) or `error`. */
  status: z.enum(['healthy', 'login_required', 'error']),
  /** What went wrong, for people; null when healthy. */
  error_message: z.string().nullable(),
  /** The code of that error in the catalogue; null when healthy. */
  error_code: z.string().nullable(),
  /** ISO 8601; null before the first finished sync. */
  last_synced_at: z.string().nullable(),
});

/** The stages of a sync; `done` and `failed` are final. */
const SYNC_STAGES = ['queued', 'connecting', 'fetching', 'processing', 'saving', 'done', 'failed'] as const;

const syncStatus = z.object({
  connections: z.array(
    z.object({
      item_id: z.string(),
      institution_name: z.string(),
      /** null before the first sync. */
      stage: z.enum(SYNC_STAGES).nullable(),
      /** New counted expenses of this run so far committed. */
      imported: z.number(),
      error: z.string().nullable(),
      /** ISO 8601 */
      requested_at: z.string().nullable(),
      finished_at: z.string().nullable(),
    }),
  ),
});

/** One browser in which the user is signed in. */
const session = z.object({
  id: z.string(),
  /** The browser and its system in words; null where it has not said what it is. */
  device: z.string().nullable(),
  /** When it signed in, and when it was last used, to the hour. ISO 8601. */
  loggedInAt: z.string(),
  lastUsedAt: z.string(),
  /** Whether it is the browser that asks. */
  current: z.boolean(),
});

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
/** An id in a path: decimal digits alone, where `Number` would read `0x10` and `1e3` too. */
const expenseParams = z.object({
  id: z.preprocess((id) => (/^[1-9]\d*$/.test(String(id)) ? Number(id) : id), z.int().positive()),
});
const expenseId = z.int().positive();
const seriesParams = z.object({ id: z.guid() });
const personParams = z.object({ id: z.guid() });
const ownInvite = z.object({
  code: z.string(),
  /** ISO 8601 */
  expiresAt: z.string(),
});
const inviteParams = z.object({ code: storableText.min(1).max(128) });
const opaque = z.string().max(2048);

/** Names the connection whose login a link is to repair; absent when a bank is to be linked. */
const repairQuery = z.strictObject({ itemId: itemId.optional() });

const chosenAccount = z.strictObject({
  name: opaque,
  type: opaque,
  subtype: opaque.nullable(),
  mask: opaque.nullable(),
});

/**
 * The shapes of every call in `routes.ts`: what goes in (`params`, `query`, `body`) and what comes out (`response`). Inputs
 * are strict: an unknown field is an error, so that a misspelt one is never silently dropped. A call without `response`
 * answers with a redirect, or with a file of the type `download`.
 */
export const endpoints = {
  getCurrentUser: { response: user },
  login: {
    query: z.object({
      returnTo: z.string().max(2048).optional(),
      /** Set when the browser was sent to the public host already. */
      moved: z.literal('1').optional(),
      /** The signed-in user confirms their identity. */
      again: z.literal('1').optional(),
      /** The user is new and creates an account first. */
      create: z.literal('1').optional(),
    }),
  },
  /** Whether what asks for a recent sign-in is let through, for at least another minute (SEC-20). */
  checkRecentLogin: { response: z.object({ recent: z.boolean() }) },
  /** Where the user is signed in, the latest used first. */
  listSessions: { response: z.array(session) },
  endSession: { params: z.object({ id: z.string().min(1) }), response: success },
  /** Signs out everywhere but here. */
  endOtherSessions: { response: success },
  loginCallback: {},
  logout: {},

  updateUser: {
    body: z.strictObject({
      fullName: personName.optional(),
      weeklyBudget: weeklyBudgetDollars.optional(),
      bankLinked: z.boolean().optional(),
      friendsAdded: z.boolean().optional(),
      signupCompleted: z.literal(true).optional(),
      timeZone: timeZone.optional(),
      countFixedBills: z.boolean().optional(),
      onBoard: z.boolean().optional(),
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
   * The user's expenses, newest first: `limit` of them, or at most `MAX_LISTED_EXPENSES`. When there are more, the header `X-Next-Cursor` holds
   * the `cursor` of the next page.
   */
  listExpenses: {
    query: z.strictObject({
      userId: ignoredUserId,
      from: day.optional(),
      to: day.optional(),
      q: storableText.trim().max(200).optional(),
      counted: z.enum(['counted', 'not', 'all']).default('counted'),
      category: z.enum(EXPENSE_CATEGORIES).optional(),
      source: z.enum(['bank', 'manual']).optional(),
      type: z.enum(['recurring', 'one-time']).optional(),
      cursor: z.string().max(64).optional(),
      limit: z.coerce.number().int().min(1).max(500).optional(),
    }),
    response: z.array(expense),
  },
  /** What was spent in each week from one Monday to another. */
  listWeeks: {
    query: z.strictObject({ from: monday, to: monday }),
    response: z.object({
      /** The weeks with a counted expense, oldest first. */
      weeks: z.array(z.object({ weekStart: z.string(), spent: z.number(), purchases: z.number() })),
      /** Whether any expense counts, in whatever week. */
      hasExpenses: z.boolean(),
      /** The dollars still to come this week from recurring expenses: counted, and no expense yet. */
      toCome: z.number(),
    }),
  },
  createExpense: { body: newExpense, response: expense },
  updateExpense: { params: expenseParams, query: scopeQuery, body: expensePatch, response: expense },
  deleteExpense: { params: expenseParams, query: scopeQuery, response: success },
  /** Takes back a deletion, with all that it deleted and the series that it ended. */
  restoreExpense: { params: expenseParams, response: expense },
  /** One line an expense, with a header; newest first. */
  exportExpenses: { download: 'text/csv' },
  /** The user's data in the shapes of the calls, with what the banks reported, what recurred and what was said of merchants. */
  exportEverything: { download: 'application/json' },
  listImports: {
    response: z.object({
      /** The latest ones that can be taken back, newest first. */
      imports: z.array(expenseImport),
      /** How the user's files were read, the latest used first. */
      layouts: z.array(rememberedLayout),
    }),
  },
  /** Says which rows of a file are there already. Changes nothing. */
  checkImport: {
    body: z.strictObject({ rows: z.array(comparedRow).min(1).max(MAX_IMPORT_ROWS) }),
    response: z.object({
      known: z.array(
        z.object({
          /** Its place among the rows, from 0. */
          row: z.number(),
          /** The expense that it is. */
          name: z.string(),
          date: z.string(),
          /** Whether the user has deleted it. */
          deleted: z.boolean(),
        }),
      ),
    }),
  },
  /** Adds all of these rows, or none. The same request sent again adds nothing and is answered as before. */
  importExpenses: {
    body: z.strictObject({
      requestId: z.uuid(),
      fileName: storableText.trim().min(1).max(200),
      rows: z.array(importedRow).min(1).max(MAX_IMPORT_ROWS),
      /** How the file was read, to be remembered. */
      layout: rememberedLayout.optional(),
    }),
    response: z.object({ id: z.string(), imported: z.number() }),
  },
  /** Takes back all that an import added and that is still there. */
  undoImport: { params: z.object({ id: z.guid() }), response: z.object({ removed: z.number() }) },
  listRecurring: { response: recurring },
  /** Changes a series and those of its occurrences that lie in the future. */
  updateRecurring: { params: seriesParams, body: seriesPatch, response: success },
  /** Ends a series; what has been paid stays. */
  endRecurring: { params: seriesParams, response: success },
  /** Takes back the end of a series. */
  restoreRecurring: { params: seriesParams, response: success },
  /** Answers whether payments to a merchant of the user's bank history are monthly; null takes the answer back. */
  answerMonthly: {
    body: z.strictObject({ merchantKey: storableText.min(1).max(1000), monthly: z.boolean().nullable() }),
    response: success,
  },
  listRefunds: { response: z.object({ refunds: z.array(refund) }) },
  matchRefund: {
    params: z.object({ id: z.string().max(64) }),
    /** The purchase to reduce, or null to leave the refund unmatched. */
    body: z.strictObject({ expenseId: z.int().positive().nullable() }),
    response: refund,
  },
  /** Dismisses a refund that belongs to no expense, or takes that back. */
  dismissRefund: {
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({ dismissed: z.boolean() }),
    response: refund,
  },
  /** The pairs to ask the user about, newest first, each expense in one of them at most. */
  listDuplicates: { response: z.object({ offers: z.array(duplicateOffer) }) },
  /** Answers whether a manual and a bank expense are duplicates. true merges them; false never offers them again; null takes a false back. */
  answerDuplicate: {
    body: z.strictObject({ manualId: expenseId, bankId: expenseId, duplicate: z.boolean().nullable() }),
    response: success,
  },
  /** Unmerges what is merged into a bank expense. The two are never merged or offered again. */
  undoMerge: { params: expenseParams, response: success },

  getLeaderboard: {
    response: z.object({ leaderboard: z.array(leaderboardEntry), lastWeek: lastWeek.nullable() }),
  },
  /** The user has read how a week ended. */
  putWeekAside: { params: z.object({ week: day }), response: success },
  listFriends: { response: z.object({ friends: z.array(person), blocked: z.array(person) }) },
  /** Ends it for both. */
  endFriendship: { params: personParams, response: success },
  /** Ends a friendship, and no invitation of the user is valid for that one any more. */
  blockFriend: { params: personParams, response: success },
  unblock: { params: personParams, response: success },
  /** The code of the user's own invitation, which stands in `/invite/{code}`. */
  getInvite: { response: ownInvite },
  /** Makes the code void and answers with a new one. */
  replaceInvite: { response: ownInvite },
  getInvitation: {
    params: inviteParams,
    response: z.object({
      inviterName: z.string(),
      /** As its viewer sees it: `blocked` means by the viewer. */
      standing: z.enum(['open', 'own', 'friends', 'blocked']),
    }),
  },
  /** Accepted once more, nothing changes. */
  acceptInvitation: { params: inviteParams, response: success },

  getMapShare: {
    response: z.object({
      /** The public link to the map; null while it isn't shared. */
      url: z.string().nullable(),
      /** What is seen there, or would be. */
      map: sharedMap,
    }),
  },
  /** Lets anyone with the link see the map; a link that is on already stays as it is. */
  shareMap: { response: z.object({ url: z.string() }) },
  /** Ends that for good: a later link is another one. */
  unshareMap: { response: success },
  /** The map as a picture, without a name: 1080 × 1920 pixels for a story, 1200 × 630 for the preview of a link. */
  drawMap: {
    query: z.strictObject({ format: z.enum(['story', 'link']).default('story') }),
    download: 'image/png',
  },
  getSharedMap: { params: mapParams, response: sharedMap },
  /** The preview of the link. */
  drawSharedMap: { params: mapParams, download: 'image/png' },
  listNotifications: {
    response: z.object({
      /** The latest fifty, newest first. */
      notifications: z.array(notification),
      unread: z.number(),
      wanted: wantedNotifications,
      /** The devices that show them, each by the id of its subscription. */
      devices: z.array(z.string()),
      /** The key with which a browser subscribes (VAPID), base64url: at hand before a click, because Safari forgets a click while it waits. Null while this server can send none. */
      pushKey: z.string().nullable(),
    }),
  },
  /** The user has seen these; ids of none are passed over. */
  readNotifications: {
    body: z.strictObject({ ids: z.array(z.int().positive()).min(1).max(50) }),
    response: success,
  },
  /** Changes which events notify the user. */
  chooseNotifications: {
    body: z
      .strictObject(wantedNotifications.partial().shape)
      .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change'),
    response: wantedNotifications,
  },
  /** Lets a device show the user's notifications: what the browser's `PushSubscription` says. Sent once more, nothing changes. */
  subscribeToPush: {
    body: z.strictObject({
      endpoint: z.url().max(2048),
      keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
    }),
    response: z.object({ id: z.string() }),
  },
  /** Ends it. The id is the SHA-256 of the endpoint, base64url. */
  unsubscribeFromPush: { params: z.object({ id: base64url(32) }), response: success },

  autoImport: {
    // The names of the banks that are still preparing their data; absent without any.
    response: imported.extend({ preparing: z.array(z.string()).optional() }),
  },
  listAccounts: {
    params: providerParams,
    response: z.object({
      accounts: z.array(bankAccount),
      items: z.array(connection),
      /** How many connections there are. */
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
    /** `under_way`: the bank has not answered yet. The sync continues; `getSyncStatus` shows it. */
    response: imported.extend({ under_way: z.boolean() }),
  },
  disconnect: {
    params: itemParams,
    /** Whether the bank's purchases stay; they do when nothing is said. */
    query: z.strictObject({ history: z.enum(['keep', 'erase']).default('keep') }),
    response: success,
  },
  importCurrentYear: {
    params: providerParams,
    response: z.object({
      success: z.literal(true),
      /** Connections whose sync began. */ started: z.number(),
    }),
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
      /** What the provider's widget reported of the bank. It identifies a connected bank before the exchange. */
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
    /** Leaving the bank's pages without a bank is no failure: nothing was linked. */
    response: z.union([linked, z.object({ success: z.literal(false), institutionName: z.null() })]),
  },
  // Its body is read as the bytes that were signed, by the provider's adapter.
  receiveWebhook: { params: providerParams, response: success },

  health: { response: z.object({ status: z.literal('ok') }) },
} as const satisfies Record<RouteName, Endpoint>;

interface Endpoint {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response?: z.ZodType;
  /** The media type of the file that it answers with. */
  download?: string;
}

export type Endpoints = typeof endpoints;

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a caller passes to a route, before the server's defaults. */
export interface RouteInput<N extends RouteName> {
  params: Endpoints[N] extends { params: infer S } ? InputOf<S> : undefined;
  query: Endpoints[N] extends { query: infer S } ? InputOf<S> : undefined;
  body: Endpoints[N] extends { body: infer S } ? InputOf<S> : undefined;
}

/** What a route answers with. */
export type RouteResponse<N extends RouteName> = Endpoints[N] extends { response: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

export type User = z.output<typeof user>;
export type Session = z.output<typeof session>;
export type Settings = z.output<typeof settings>;
export type Expense = z.output<typeof expense>;
export type NewExpense = z.input<typeof newExpense>;
export type ExpensePatch = z.input<typeof expensePatch>;
export type Recurring = z.output<typeof recurring>;
export type RecurringSeries = z.output<typeof recurringSeries>;
export type SeriesPatch = z.input<typeof seriesPatch>;
export type MonthlyPayments = z.output<typeof monthlyPayments>;
export type ImportedRow = z.input<typeof importedRow>;
export type ExpenseImport = z.output<typeof expenseImport>;
export type Refund = z.output<typeof refund>;
export type DuplicateOffer = z.output<typeof duplicateOffer>;
export type LeaderboardEntry = z.output<typeof leaderboardEntry>;
export type LastWeek = z.output<typeof lastWeek>;
export type Person = z.output<typeof person>;
export type SharedMap = z.output<typeof sharedMap>;
export type Notification = z.output<typeof notification>;
export type WantedNotifications = z.output<typeof wantedNotifications>;
export type BankAccount = z.output<typeof bankAccount>;
export type Connection = z.output<typeof connection>;
export type SyncStatus = z.output<typeof syncStatus>;
