import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import { EXPENSE_TYPES, MAX_EXPENSE_NAME_LENGTH, type EnteredField } from '@oinkly/domain/expense-fields';
import { z } from 'zod';
import { day, dayOfMonth, dollars, visibleText } from './primitives.ts';

/** What a user enters about an expense. */
export const enteredFields = {
  name: visibleText.max(MAX_EXPENSE_NAME_LENGTH),
  amount: dollars.refine((amount) => amount !== 0, 'Not zero'),
  date: day,
  category: z.enum(EXPENSE_CATEGORIES),
  type: z.enum(EXPENSE_TYPES),
  dayOfMonth: dayOfMonth.nullish(),
  paid: z.boolean(),
} satisfies Record<EnteredField, z.ZodType>;
