import { BOARD_VIEWS } from '@oinkly/domain/kept-weeks';
import { DEVICE_KINDS } from '@oinkly/domain/notifications';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { cents, day, instant } from '../columns.ts';

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    fullName: text('full_name'),
    timeZone: text('time_zone'),
    bankLinked: boolean('bank_linked').notNull().default(false),
    friendsAdded: boolean('friends_added').notNull().default(false),
    signupCompleted: boolean('signup_completed').notNull().default(false),
    countFixedBills: boolean('count_fixed_bills').notNull().default(false),
    /** Whether a monthly payment may be a bill to ask about (PD-90) or changed its price (PD-112). False saves each page the search. */
    mayHaveBill: boolean('may_have_bill').notNull().default(false),
    monthlySavingsGoalCents: cents('monthly_savings_goal_cents').notNull().default(0),
    isOnBoard: boolean('is_on_board').notNull().default(true),
    /** Null until the user chooses. Users from before there were two defaults have 'ranks', as they were shown. */
    boardView: text('board_view', { enum: BOARD_VIEWS }),
    /** Whether friends may name the user in pictures that they share (PD-107). */
    mayBeNamed: boolean('may_be_named').notNull().default(false),
    /** Whether the user's first name is on pictures that they share. */
    signsPictures: boolean('signs_pictures').notNull().default(false),
    /** The Monday of the latest week that the user promised to keep (PD-106). */
    promisedWeek: day('promised_week'),
    /** The Monday of the latest week that the user, when asked, did not want to promise. No one else sees it. */
    declinedWeek: day('declined_week'),
    /** The Monday of the latest week whose last evening was looked at for partners who made it too (PD-106). */
    eveningWeek: day('evening_week'),
    notificationKinds: text('notification_kinds', { enum: DEVICE_KINDS })
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Whether the user ever chose, even to get none. */
    hasChosenNotifications: boolean('has_chosen_notifications').notNull().default(false),
    /** The epoch means now. */
    nextWeekCloseAt: instant('next_week_close_at')
      .notNull()
      .default(sql`'epoch'`),
    /** As the issuer said at the last login, or after a click on a mailed link. */
    isEmailConfirmed: boolean('is_email_confirmed').notNull().default(false),
    wantsRecapMail: boolean('wants_recap_mail').notNull().default(false),
    /** The latest closed week whose recap was mailed, or perhaps mailed. */
    recapMailedWeek: day('recap_mailed_week'),
    /** When the user last ended sessions by hand, by the database's clock. Logins that began earlier fail. */
    sessionsEndedAt: instant('sessions_ended_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index().on(table.nextWeekCloseAt)],
);
