import { randomUUID } from 'node:crypto';
import { MAX_RULES_PER_USER } from '@oinkly/contract/limits';
import { merchantKey as merchantKeyOf } from '@oinkly/domain/classification';
import { AppError } from '../../errors/app-error.ts';
import { inUserTransaction, type Database } from '../../db/database.ts';
import { setMayHaveBill } from '../budget/index.ts';
import type { Deps } from '../deps.ts';
import {
  applyRule,
  changeLedger,
  countRuleChanges,
  forgetRuleChanges,
  undoRuleChange,
  type ExpenseRow,
  type LedgerDeps,
  type NewExpenseRow,
} from '../ledger/index.ts';
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

const CAN_UNDO_FOR_MS = 24 * 60 * 60_000;

export interface RuleCommand {
  ownerId: string;
  merchantKey: string;
  /** The merchant's name, for one at which the bank has reported no purchase. */
  merchant?: string | undefined;
  /** For each field, undefined keeps what the rule sets, and null sets nothing. */
  name?: RuleFields['name'] | undefined;
  category?: RuleFields['category'] | undefined;
  isCounted?: RuleFields['isCounted'] | undefined;
}

/**
 * Changes no existing expense, and says how many it would change. Throws MERCHANT_NOT_FOUND, RULE_DOES_NOTHING and TOO_MANY_RULES.
 * Cost: n in the merchant's expenses.
 */
export async function saveRule(
  { db }: Pick<Deps, 'db'>,
  command: RuleCommand,
): Promise<RuleRow & { earlier: number }> {
  const { ownerId: userId, merchantKey, name, category, isCounted } = command;
  return inUserTransaction(db, userId, async (tx) => {
    const merchant = (await findMerchant(tx, userId, merchantKey)) ?? merchantNamed(command);
    if (!merchant) throw new AppError('MERCHANT_NOT_FOUND');
    const before = await findRule(tx, userId, merchantKey);
    if (!before && (await countRules(tx, userId)) >= MAX_RULES_PER_USER) throw new AppError('TOO_MANY_RULES');
    const rule = {
      userId,
      ...merchant,
      name: name === undefined ? (before?.name ?? null) : name,
      category: category === undefined ? (before?.category ?? null) : category,
      isCounted: isCounted === undefined ? (before?.isCounted ?? null) : isCounted,
    };
    if ((rule.name ?? rule.category ?? rule.isCounted) === null) throw new AppError('RULE_DOES_NOTHING');
    await storeRule(tx, rule);
    if (isCounted === null) await setMayHaveBill(tx, userId, true);
    return { ...rule, earlier: await countRuleChanges(tx, userId, rule) };
  });
}

/** Undefined if later purchases at a merchant of this name would have another key. */
function merchantNamed({ merchantKey, merchant }: RuleCommand): Merchant | undefined {
  return merchant !== undefined && merchantKeyOf(merchant) === merchantKey
    ? { merchantKey, merchant }
    : undefined;
}

/** Deletes a rule and changes no existing expense. Throws RULE_NOT_FOUND. */
export async function removeRule(
  { db }: Pick<Deps, 'db'>,
  command: { ownerId: string; merchantKey: string },
): Promise<void> {
  const { ownerId: userId, merchantKey } = command;
  await inUserTransaction(db, userId, async (tx) => {
    if (!(await deleteRule(tx, userId, merchantKey))) throw new AppError('RULE_NOT_FOUND');
    await setMayHaveBill(tx, userId, true);
  });
}

/**
 * Does to a merchant's existing expenses what its rule does to new ones (PD-93). Throws RULE_NOT_FOUND. Cost: n in the merchant's
 * expenses, of which at most 10,000 change.
 */
export async function applyRuleToEarlier(
  deps: LedgerDeps,
  { ownerId: userId, merchantKey }: { ownerId: string; merchantKey: string },
): Promise<{ id: string; changed: number }> {
  return changeLedger(deps, userId, async (tx) => {
    const rule = await findRule(tx, userId, merchantKey);
    if (!rule) throw new AppError('RULE_NOT_FOUND');
    const now = deps.clock();
    await forgetRuleChanges(tx, userId, undoableSince(now));
    await setMayHaveBill(tx, userId, true);
    const id = randomUUID();
    return { id, changed: await applyRule(tx, userId, rule, { changeId: id, now }) };
  });
}

/** Returns how many expenses it changed back. Throws RULE_CHANGE_NOT_FOUND after a day, and if it was undone. Cost: n in the changed expenses. */
export async function undoRule(
  deps: LedgerDeps,
  { ownerId: userId, id }: { ownerId: string; id: string },
): Promise<number> {
  return changeLedger(deps, userId, async (tx) => {
    await forgetRuleChanges(tx, userId, undoableSince(deps.clock()));
    const restored = await undoRuleChange(tx, userId, id);
    if (restored === 0) throw new AppError('RULE_CHANGE_NOT_FOUND');
    await setMayHaveBill(tx, userId, true);
    return restored;
  });
}

function undoableSince(now: Date): Date {
  return new Date(now.getTime() - CAN_UNDO_FOR_MS);
}

function doesAlready(rule: RuleFields, { name, category, isCounted }: RuleFields): boolean {
  return (
    (name === null || name === rule.name) &&
    (category === null || category === rule.category) &&
    (isCounted === null || isCounted === rule.isCounted)
  );
}
