import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { touchWeeks, type LedgerTransaction } from './ledger-transaction.ts';
import { expenses, ruleChanges } from '../../db/tables/ledger.tables.ts';
import { deleteFrom, insertInto, update } from '../../db/writable-table.ts';

/** What a rule does to the expenses of a merchant; null leaves a field. */
export interface RuleOfMerchant {
  merchantKey: string;
  name: string | null;
  category: string | null;
  isCounted: boolean | null;
}

/** More are changed by asking again. */
const MOST_AT_ONCE = 10_000;

const changedWeeks = z.array(z.object({ weekStart: z.string() }));
const counted = z.tuple([z.object({ count: z.number() })]);

/** How many existing expenses a rule would change. Cost: n in the merchant's expenses. */
export async function countRuleChanges(db: Database, userId: string, rule: RuleOfMerchant): Promise<number> {
  const { rows } = await db.execute(sql`
    select count(*)::integer as count from (${changesOf(userId, rule)}) as changes
    where num_nonnulls(name, category, is_counted) > 0`);
  return counted.parse(rows)[0].count;
}

/**
 * Does to a merchant's existing expenses what its rule does to new ones, to the newest 10,000 at once. Fields that the user edited or
 * decided stay; what an earlier rule set changes. Returns how many changed. Cost: n in the merchant's expenses.
 */
export async function applyRule(
  tx: LedgerTransaction,
  userId: string,
  rule: RuleOfMerchant,
  { changeId, now }: { changeId: string; now: Date },
): Promise<number> {
  await tx.execute(sql`
    ${insertInto(ruleChanges)} (user_id, change_id, expense_id, name, category, is_counted, name_before, category_before,
      is_counted_before, created_at)
    select ${userId}::uuid, ${changeId}::uuid, id, name, category, is_counted, name_before, category_before, is_counted_before,
      ${now.toISOString()}::timestamptz
    from (${changesOf(userId, rule)}) as changes
    where num_nonnulls(name, category, is_counted) > 0
    order by id desc limit ${MOST_AT_ONCE}`);
  const { rows } = await tx.execute(sql`
    ${update(expenses)} e set
      name = coalesce(c.name, e.name),
      category = coalesce(c.category, e.category),
      counted_by_hand = coalesce(c.is_counted, e.counted_by_hand),
      edited_fields = array(
        select unnest(e.edited_fields)
        union select field from (values ('name', c.name), ('category', c.category)) as fields (field, value) where value is not null),
      ruled_fields = array(
        select unnest(e.ruled_fields)
        union select field from (values ('name', c.name), ('category', c.category), ('countedByHand', c.is_counted::text))
          as fields (field, value) where value is not null)
    from rule_changes c
    where e.user_id = ${userId} and c.user_id = ${userId} and c.change_id = ${changeId}::uuid and e.id = c.expense_id
    returning e.week_start as "weekStart"`);
  return touched(tx, rows);
}

/**
 * Gives expenses back what an earlier rule set, or else their bank says, in each field that still is as the rule set it. Returns how many it
 * changed back. Cost: n in the changed expenses.
 */
export async function undoRuleChange(
  tx: LedgerTransaction,
  userId: string,
  changeId: string,
): Promise<number> {
  // The fields that no earlier rule had set.
  const fieldsOfBank = sql`select field from (values
      ('name', c.name = e.name and c.name_before is null),
      ('category', c.category = e.category and c.category_before is null),
      ('countedByHand', c.is_counted = e.counted_by_hand and c.is_counted_before is null)
    ) as fields (field, is_of_bank) where is_of_bank`;
  const { rows } = await tx.execute(sql`
    ${update(expenses)} e set
      name = case when c.name = e.name then coalesce(c.name_before, r.merchant_name, r.name) else e.name end,
      category = case when c.category = e.category then coalesce(c.category_before, r.expense_category) else e.category end,
      counted_by_hand = case when c.is_counted = e.counted_by_hand then c.is_counted_before else e.counted_by_hand end,
      edited_fields = array(select unnest(e.edited_fields) except ${fieldsOfBank}),
      ruled_fields = array(select unnest(e.ruled_fields) except ${fieldsOfBank})
    from rule_changes c, bank_transactions r
    where e.user_id = ${userId} and c.user_id = ${userId} and r.user_id = ${userId} and c.change_id = ${changeId}::uuid
      and e.id = c.expense_id and r.id = e.bank_transaction_id
    returning e.week_start as "weekStart"`);
  await tx.execute(
    sql`${deleteFrom(ruleChanges)} where user_id = ${userId} and change_id = ${changeId}::uuid`,
  );
  return touched(tx, rows);
}

/** What is older can no longer be undone. */
export async function forgetRuleChanges(db: Database, userId: string, before: Date): Promise<void> {
  await db.execute(
    sql`${deleteFrom(ruleChanges)} where user_id = ${userId} and created_at < ${before.toISOString()}::timestamptz`,
  );
}

/** The merchant's expenses, with each field that the rule would set; null if it would not. */
function changesOf(userId: string, { merchantKey, name, category, isCounted }: RuleOfMerchant): SQL {
  return sql`
    select e.user_id, e.id,
      case when ${name}::text <> e.name and ('name' <> all(e.edited_fields) or 'name' = any(e.ruled_fields))
        then ${name}::text end as name,
      case when ${category}::text <> e.category and ('category' <> all(e.edited_fields) or 'category' = any(e.ruled_fields))
        then ${category}::text end as category,
      case when ${isCounted}::boolean <> coalesce(e.counted_by_hand, e.counts_by_kind)
          and (e.counted_by_hand is null or 'countedByHand' = any(e.ruled_fields))
        then ${isCounted}::boolean end as is_counted,
      case when 'name' = any(e.ruled_fields) then e.name end as name_before,
      case when 'category' = any(e.ruled_fields) then e.category end as category_before,
      case when 'countedByHand' = any(e.ruled_fields) then e.counted_by_hand end as is_counted_before
    from expenses e join bank_transactions r on r.user_id = ${userId} and r.id = e.bank_transaction_id
    where e.user_id = ${userId} and r.merchant_key = ${merchantKey}
      and e.deleted_at is null and e.withdrawn_at is null and e.fields_from_manual is null`;
}

function touched(tx: LedgerTransaction, rows: unknown): number {
  const weeks = changedWeeks.parse(rows);
  touchWeeks(tx, weeks);
  return weeks.length;
}
