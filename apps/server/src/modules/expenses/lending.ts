import type { ExpenseRow, NewExpenseRow } from './expenses.queries.ts';
import type { MergedPair } from './same-purchases.queries.ts';

/** What merging and taking apart change of an expense. */
export type MergeChanges = Partial<
  Pick<
    ExpenseRow,
    | 'name'
    | 'amountCents'
    | 'day'
    | 'category'
    | 'type'
    | 'dayOfMonth'
    | 'isPaid'
    | 'countedByHand'
    | 'editedFields'
    | 'lentFields'
    | 'mergedIntoId'
    | 'deletedAt'
  >
>;

/** What becomes of the two sides of a pair. */
interface PairChanges {
  typed: MergeChanges;
  bank: MergeChanges;
}

/** The fields that a typed expense can lend, by the names of the row. What is lent of the first three counts as edited (PD-7). */
const LENDABLE = ['name', 'category', 'day', 'isPaid', 'countedByHand', 'type'] as const;
type Lendable = (typeof LENDABLE)[number];
const isEditable = (field: string): boolean => ['name', 'category', 'day'].includes(field);

/**
 * Merges a typed expense into a bank's one: the bank's remains, and has what the person typed where the bank can only guess and the person
 * has not changed it already. The sum is the bank's; so is the day, unless the bank knows only when it posted the purchase.
 */
export function merged({ typed, bank, record }: MergedPair): PairChanges {
  const isLent: Record<Lendable, boolean> = {
    name: !bank.editedFields.includes('name'),
    // 'Other' says nothing that the bank does not.
    category: !bank.editedFields.includes('category') && typed.category !== 'Other',
    day: !bank.editedFields.includes('day') && record.authorizedOn === null && typed.day < bank.day,
    isPaid: typed.isPaid && !bank.isPaid,
    // Also where both say the same by now: the bank may know a pending purchase for a transfer when it posts it.
    countedByHand: bank.countedByHand === null && saidOfCounting(typed) !== null,
    type: typed.type === 'recurring' && bank.type === 'one-time',
  };
  const lentFields = LENDABLE.filter((field) => isLent[field]);
  const lent: MergeChanges = {
    ...(isLent.name && { name: typed.name }),
    ...(isLent.category && { category: typed.category }),
    ...(isLent.day && { day: typed.day }),
    ...(isLent.isPaid && { isPaid: true }),
    ...(isLent.countedByHand && { countedByHand: saidOfCounting(typed) }),
    ...(isLent.type && { type: typed.type, dayOfMonth: typed.dayOfMonth }),
  };
  const editedFields = [...bank.editedFields, ...lentFields.filter(isEditable)];
  return { typed: { mergedIntoId: bank.id }, bank: { ...lent, editedFields, lentFields } };
}

/** Makes two of what was merged, each as it was. What the person has changed of the merged one since stays with the bank's. */
export function takenApart(pair: MergedPair): PairChanges {
  return { typed: { mergedIntoId: null }, bank: givenBack(pair) };
}

/**
 * The same when the bank takes its purchase back: the typed one is all that is left of it, and has all that the person made of the merged
 * one, also that it was deleted.
 */
export function returned(pair: MergedPair): PairChanges {
  const { typed, bank } = pair;
  const has = (field: keyof NewExpenseRow) => bank.editedFields.includes(field);
  const saidOfMerged = isUnchanged(pair, 'countedByHand') ? null : bank.countedByHand;
  return {
    typed: {
      mergedIntoId: null,
      ...(has('name') && { name: bank.name }),
      ...(has('amountCents') && { amountCents: bank.amountCents }),
      ...(has('day') && { day: bank.day }),
      ...(has('category') && { category: bank.category }),
      isPaid: bank.isPaid,
      countedByHand: saidOfMerged ?? typed.countedByHand,
      deletedAt: typed.deletedAt ?? bank.deletedAt,
    },
    bank: givenBack(pair),
  };
}

function givenBack(pair: MergedPair): MergeChanges {
  const { bank, record } = pair;
  const back = LENDABLE.filter((field) => isUnchanged(pair, field));
  const is = (field: Lendable) => back.includes(field);
  return {
    ...(is('name') && { name: record.merchantName ?? record.name }),
    ...(is('category') && { category: record.category }),
    ...(is('day') && { day: record.day }),
    ...(is('isPaid') && { isPaid: false }),
    ...(is('countedByHand') && { countedByHand: null }),
    ...(is('type') && { type: 'one-time', dayOfMonth: null }),
    editedFields: bank.editedFields.filter((field) => !back.some((one) => one === field)),
    lentFields: null,
  };
}

/** Whether a field was lent and is still as it was lent. */
function isUnchanged({ typed, bank }: MergedPair, field: Lendable): boolean {
  if (!bank.lentFields?.includes(field)) return false;
  return field === 'countedByHand'
    ? bank.countedByHand === saidOfCounting(typed)
    : bank[field] === typed[field];
}

/**
 * Whether the person said that it counts. Typed spending means yes, also when the bank calls it a transfer. A typed fixed bill and a row of a
 * file say nothing: the bank knows better.
 */
function saidOfCounting({ countedByHand, importId, kind }: ExpenseRow): boolean | null {
  return countedByHand ?? (importId === null && kind === 'spending' ? true : null);
}
