import { sql, type SQL } from 'drizzle-orm';

/** Whether a transaction of the user, or its expense, holds a decision of theirs. Takes the names of both in the statement. */
export function isTouched(userId: string, transaction: string, expense: string): SQL {
  const [r, e] = [sql.identifier(transaction), sql.identifier(expense)];
  return sql`(${r}.is_matched_by_hand or ${r}.dismissed_at is not null
    or coalesce(${e}.edited_fields <> '{}' or ${e}.counted_by_hand is not null or ${e}.deleted_at is not null or ${e}.is_paid
      or ${e}.type <> 'one-time' or ${e}.fields_from_manual is not null, false)
    or exists (select from separate_expenses s where s.user_id = ${userId} and s.bank_expense_id = ${e}.id)
    or exists (select from refund_matches m where m.user_id = ${userId} and m.expense_id = ${e}.id and m.is_by_hand))`;
}
