import type { EnteredColumn } from '@oinkly/domain/expense-fields';
import type { ExpenseRow, NewExpenseRow } from './expenses.queries.ts';
import type { MergedPair } from './duplicates.queries.ts';

/** What merging and unmerging change of an expense. */
export type MergeChanges = Partial<
  Pick<
    ExpenseRow,
    EnteredColumn | 'countedByHand' | 'editedFields' | 'fieldsFromManual' | 'mergedIntoId' | 'deletedAt'
  >
>;

/** The changes of the two sides of a pair. */
interface PairChanges {
  manual: MergeChanges;
  bank: MergeChanges;
}

/** All but the amount, which is the bank's, and the day of the month, which follows the type. */
type TakenField = Exclude<EnteredColumn, 'amountCents' | 'dayOfMonth'> | 'countedByHand';
/** The fields that a bank expense can take from the manual one. Of these, name, category and day then count as edited (PD-7). */
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
 * Merges a manual expense into a bank expense, which remains and takes what the user typed wherever the bank can only guess and the user has
 * not edited it. The amount is the bank's; so is the day, unless the bank knows only when it posted the purchase.
 */
export function merged({ manual, bank, transaction }: MergedPair): PairChanges {
  const isTaken: Record<TakenField, boolean> = {
    name: !bank.editedFields.includes('name'),
    // 'Other' is no better than the bank's category.
    category: !bank.editedFields.includes('category') && manual.category !== 'Other',
    day: !bank.editedFields.includes('day') && transaction.authorizedOn === null && manual.day < bank.day,
    isPaid: manual.isPaid && !bank.isPaid,
    // Even if both agree now: when the bank posts a pending purchase, it may call it a transfer.
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

/** Unmerges a pair. Each side gets its own values back; what the user changed since merging stays with the bank expense. */
export function unmerged(pair: MergedPair): PairChanges {
  return { manual: { mergedIntoId: null }, bank: bankValuesOf(pair) };
}

/**
 * Unmerges a pair whose bank expense is withdrawn: the manual expense is all that is left, so it takes everything that the user changed of
 * the merged one, including its deletion.
 */
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
      category: { category: transaction.merchantCategory ?? transaction.expenseCategory },
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

/** Whether a field was taken from the manual expense and has not been changed since. */
function isUnchanged({ manual, bank }: MergedPair, field: TakenField): boolean {
  if (!bank.fieldsFromManual?.includes(field)) return false;
  return field === 'countedByHand'
    ? bank.countedByHand === countedByUser(manual)
    : bank[field] === manual[field];
}

/**
 * Whether the user said that it counts. Typed spending means yes, even if the bank calls it a transfer. Typed fixed bills and imported rows
 * say nothing: the bank knows better.
 */
function countedByUser({ countedByHand, importId, kind }: ExpenseRow): boolean | null {
  return countedByHand ?? (importId === null && kind === 'spending' ? true : null);
}
