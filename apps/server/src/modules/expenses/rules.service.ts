import { MAX_RULES_PER_USER } from '@oinkly/contract/limits';
import { AppError } from '../../app-error.ts';
import { inUserTransaction, type Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import type { ExpenseRow, NewExpenseRow } from '../ledger/index.ts';
import {
  countRules,
  deleteRule,
  findMerchant,
  findMerchantOf,
  findRule,
  storeRule,
  type Merchant,
  type RuleFields,
  type RuleRow,
} from './rules.queries.ts';

export type RuleOffer = Merchant & RuleFields;

/**
 * The rule that would repeat an edit for the merchant's later transactions (PD-73). Null for a manual expense, an edit that no rule can
 * repeat, and a rule that exists.
 */
export async function ruleOfferFor(
  tx: Database,
  { userId, bankTransactionId }: Pick<ExpenseRow, 'userId' | 'bankTransactionId'>,
  changes: Partial<NewExpenseRow>,
): Promise<RuleOffer | null> {
  const { name = null, category = null, countedByHand: isCounted = null } = changes;
  if (bankTransactionId === null || (name ?? category ?? isCounted) === null) return null;
  const merchant = await findMerchantOf(tx, userId, bankTransactionId);
  if (!merchant) return null;
  const rule = await findRule(tx, userId, merchant.merchantKey);
  const fields = { name, category, isCounted };
  return rule && doesAlready(rule, fields) ? null : { ...merchant, ...fields };
}

/** Changes no existing expense; null keeps a field. Throws MERCHANT_NOT_FOUND and TOO_MANY_RULES. */
export async function saveRule(
  { db }: Pick<Deps, 'db'>,
  command: RuleFields & { ownerId: string; merchantKey: string },
): Promise<RuleRow> {
  const { ownerId: userId, merchantKey, name, category, isCounted } = command;
  return inUserTransaction(db, userId, async (tx) => {
    const merchant = await findMerchant(tx, userId, merchantKey);
    if (!merchant) throw new AppError('MERCHANT_NOT_FOUND');
    const before = await findRule(tx, userId, merchantKey);
    if (!before && (await countRules(tx, userId)) >= MAX_RULES_PER_USER) throw new AppError('TOO_MANY_RULES');
    const rule = {
      userId,
      ...merchant,
      name: name ?? before?.name ?? null,
      category: category ?? before?.category ?? null,
      isCounted: isCounted ?? before?.isCounted ?? null,
    };
    await storeRule(tx, rule);
    return rule;
  });
}

/** Deletes a rule and changes no existing expense. Throws RULE_NOT_FOUND. */
export async function removeRule(
  { db }: Pick<Deps, 'db'>,
  command: { ownerId: string; merchantKey: string },
): Promise<void> {
  if (!(await deleteRule(db, command.ownerId, command.merchantKey))) throw new AppError('RULE_NOT_FOUND');
}

function doesAlready(rule: RuleFields, { name, category, isCounted }: RuleFields): boolean {
  return (
    (name === null || name === rule.name) &&
    (category === null || category === rule.category) &&
    (isCounted === null || isCounted === rule.isCounted)
  );
}
