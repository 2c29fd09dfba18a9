import { useEffect, useEffectEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ExpenseForm } from './expense-form.ts';

/**
 * Puts a draft's edited fields into the form when it opens, after `fill`. Returns a function that reads the fields that the user edited,
 * then or now.
 */
export function useDraft(
  form: UseFormReturn<ExpenseForm>,
  edited: Partial<ExpenseForm> | undefined,
  fill?: () => void,
): () => Partial<ExpenseForm> {
  const { dirtyFields } = form.formState;
  const restore = useEffectEvent(() => {
    fill?.();
    for (const [field, value] of Object.entries(edited ?? {}))
      form.setValue(field as keyof ExpenseForm, value, { shouldDirty: true });
  });
  useEffect(() => restore(), []);
  return () =>
    Object.fromEntries(
      Object.entries(form.getValues()).filter(([field]) => dirtyFields[field as keyof ExpenseForm]),
    );
}
