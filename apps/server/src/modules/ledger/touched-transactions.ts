import type { EnteredColumn } from '@oinkly/domain/expense-fields';
import { sql, type SQL } from 'drizzle-orm';

/** Says of a bank's expense that the user changed one of the fields that it also reports. */
const IS_EDITED = "edited_fields <> '{}'";
/** How an expense of a bank shows that the user changed a field. */
const CHANGES = {
  name: IS_EDITED,
  amountCents: IS_EDITED,
  day: IS_EDITED,
  category: IS_EDITED,
  type: "type <> 'one-time'",
  dayOfMonth: 'day_of_month is not null',
  isPaid: 'is_paid',
  countedByHand: 'counted_by_hand is not null',
} satisfies Record<EnteredColumn | 'countedByHand', string>;

/** Whether a transaction of the user, or its expense, holds a decision of theirs. Takes the names of both in the statement. */
export function isTouched(userId: string, transaction: string, expense: string): SQL {
  const [r, e] = [sql.identifier(transaction), sql.identifier(expense)];
  const changes = [...new Set(Object.values(CHANGES))].map((condition) => sql`${e}.${sql.raw(condition)}`);
  return sql`(${r}.is_matched_by_hand or ${r}.dismissed_at is not null
    or coalesce(${sql.join(changes, sql` or `)} or ${e}.deleted_at is not null or ${e}.fields_from_manual is not null, false)
    or exists (select from separate_expenses s where s.user_id = ${userId} and s.bank_expense_id = ${e}.id)
    or exists (select from refund_matches m where m.user_id = ${userId} and m.expense_id = ${e}.id and m.is_by_hand))`;
}
