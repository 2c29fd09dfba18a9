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
    /** Whether a monthly payment may be a bill to ask about (PD-90). False saves each page the search. */
    mayHaveBill: boolean('may_have_bill').notNull().default(false),
    monthlySavingsGoalCents: cents('monthly_savings_goal_cents').notNull().default(0),
    isOnBoard: boolean('is_on_board').notNull().default(true),
    boardView: text('board_view', { enum: BOARD_VIEWS }).notNull().default('ranks'),
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
