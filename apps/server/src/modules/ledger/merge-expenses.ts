import type { EnteredColumn } from '@oinkly/domain/expense-fields';
import type { ExpenseRow, NewExpenseRow } from './expenses.queries.ts';
import type { Day } from '@oinkly/domain/days';

/** A pair that is merged or will be. */
export interface MergedPair {
  manual: ExpenseRow;
  bank: ExpenseRow;
  transaction: {
    name: string;
    merchantName: string | null;
    day: Day;
    authorizedOn: Day | null;
    expenseCategory: string;
  };
}

export type MergeChanges = Partial<
  Pick<
    ExpenseRow,
    EnteredColumn | 'countedByHand' | 'editedFields' | 'fieldsFromManual' | 'mergedIntoId' | 'deletedAt'
  >
>;

interface PairChanges {
  manual: MergeChanges;
  bank: MergeChanges;
}

/** Without the amount, which is the bank's, and the day of the month, which follows the type. */
type TakenField = Exclude<EnteredColumn, 'amountCents' | 'dayOfMonth'> | 'countedByHand';
/** Name, category and day then count as edited (PD-7). */
const TAKEN_FIELDS = Object.keys({
  name: true,
  category: true,
  day: true,
  isPaid: true,
  countedByHand: true,
  type: true,
} satisfies Record<TakenField, true>) as TakenField[];
const isEditable = (field: string): boolean => ['name', 'category', 'day'].includes(field);

/**
 * Takes the user's values where the bank only guesses. The amount is the bank's; so is the day, unless the
 * bank knows only the posting day.
 */
export function merged({ manual, bank, transaction }: MergedPair): PairChanges {
  const isTaken: Record<TakenField, boolean> = {
    name: !bank.editedFields.includes('name'),
    // 'Other' is no better than the bank's category.
    category: !bank.editedFields.includes('category') && manual.category !== 'Other',
    day: !bank.editedFields.includes('day') && transaction.authorizedOn === null && manual.day < bank.day,
    isPaid: manual.isPaid && !bank.isPaid,
    // Even if both agree: a posted purchase may become a transfer.
    countedByHand: bank.countedByHand === null && countedByUser(manual) !== null,
    type: manual.type === 'recurring' && bank.type === 'one-time',
  };
  const fieldsFromManual = TAKEN_FIELDS.filter((field) => isTaken[field]);
  const taken = changesOf(fieldsFromManual, {
    name: { name: manual.name },
    category: { category: manual.category },
    day: { day: manual.day },
    isPaid: { isPaid: true },
    countedByHand: { countedByHand: countedByUser(manual) },
    type: { type: manual.type, dayOfMonth: manual.dayOfMonth },
  });
  const editedFields = [...bank.editedFields, ...fieldsFromManual.filter(isEditable)];
  return { manual: { mergedIntoId: bank.id }, bank: { ...taken, editedFields, fieldsFromManual } };
}

/** Returns what unmerging changes. Later edits stay with the bank expense. */
export function unmerged(pair: MergedPair): PairChanges {
  return { manual: { mergedIntoId: null }, bank: bankValuesOf(pair) };
}

/** Unmerges from a withdrawn bank expense: the manual one takes over its edits and deletion. */
export function unmergedFromWithdrawn(pair: MergedPair): PairChanges {
  const { manual, bank } = pair;
  const has = (field: keyof NewExpenseRow) => bank.editedFields.includes(field);
  const countedAsMerged = isUnchanged(pair, 'countedByHand') ? null : bank.countedByHand;
  const entered = {
    name: has('name') ? bank.name : manual.name,
    amountCents: has('amountCents') ? bank.amountCents : manual.amountCents,
    day: has('day') ? bank.day : manual.day,
    category: has('category') ? bank.category : manual.category,
    type: manual.type,
    dayOfMonth: manual.dayOfMonth,
    isPaid: bank.isPaid,
    countedByHand: countedAsMerged ?? manual.countedByHand,
  } satisfies Record<EnteredColumn | 'countedByHand', unknown>;
  return {
    manual: { mergedIntoId: null, ...entered, deletedAt: manual.deletedAt ?? bank.deletedAt },
    bank: bankValuesOf(pair),
  };
}

function bankValuesOf(pair: MergedPair): MergeChanges {
  const { bank, transaction } = pair;
  const restored = TAKEN_FIELDS.filter((field) => isUnchanged(pair, field));
  return {
    ...changesOf(restored, {
      name: { name: transaction.merchantName ?? transaction.name },
      category: { category: transaction.expenseCategory },
      day: { day: transaction.day },
      isPaid: { isPaid: false },
      countedByHand: { countedByHand: null },
      type: { type: 'one-time', dayOfMonth: null },
    }),
    editedFields: bank.editedFields.filter((field) => !restored.some((one) => one === field)),
    fieldsFromManual: null,
  };
}

function changesOf(fields: readonly TakenField[], changes: Record<TakenField, MergeChanges>): MergeChanges {
  return fields.reduce((all, field) => ({ ...all, ...changes[field] }), {});
}

/** Whether a taken field has not been edited since the merge. */
function isUnchanged({ manual, bank }: MergedPair, field: TakenField): boolean {
  if (!bank.fieldsFromManual?.includes(field)) return false;
  return field === 'countedByHand'
    ? bank.countedByHand === countedByUser(manual)
    : bank[field] === manual[field];
}

/** Entered spending counts, even if the bank calls it a transfer. */
function countedByUser({ countedByHand, importId, kind }: ExpenseRow): boolean | null {
  return countedByHand ?? (importId === null && kind === 'spending' ? true : null);
}
