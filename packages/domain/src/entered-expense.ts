import { hasKindOfFields, kindOfExpense } from './classification.ts';
import { countsByKind, type CountingSettings } from './counted-kinds.ts';
import { dayOfMonth, type Day } from './days.ts';
import type { MoneyKind } from './money-kinds.ts';

/* What follows from what a user enters: the server stores it, and the browser shows it until the server answers. */

interface Named {
  name: string;
  category: string;
}

interface KindOfNamed {
  kind: MoneyKind;
  countsByKind: boolean;
}

/** Returns the kind of an entered expense, and whether it counts by that kind (PD-4, PD-5). */
export function kindOfEntered(entered: Named, settings: CountingSettings): KindOfNamed {
  const kind = kindOfExpense(entered);
  return { kind, countsByKind: countsByKind(kind, settings) };
}

/** Decides like `kindOfEntered` if an edit decides the kind again; null if the expense keeps its kind. */
export function kindOfEdited(
  before: Named & { source: 'bank' | 'manual'; kind: MoneyKind },
  after: Named,
  settings: CountingSettings,
): KindOfNamed | null {
  const isRenamed = after.name !== before.name || after.category !== before.category;
  return isRenamed && hasKindOfFields(before) ? kindOfEntered(after, settings) : null;
}

/** Returns the day of the month of a recurring expense: the chosen one, or else its date's. Null for a one-time expense (AE-2). */
export function recursOn({
  type,
  dayOfMonth: chosen,
  day,
}: {
  type: 'recurring' | 'one-time';
  dayOfMonth?: number | null | undefined;
  day: Day;
}): number | null {
  return type === 'recurring' ? (chosen ?? dayOfMonth(day)) : null;
}
