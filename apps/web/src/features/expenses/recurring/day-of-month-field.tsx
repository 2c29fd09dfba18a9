import type { ComponentProps } from 'react';
import { TextField } from '../../../shared/ui/field.tsx';

/** The last day that every month has. */
const LAST_DAY_OF_ALL = 28;

/** `day` is the field's value, or the default if empty. */
export function DayOfMonthField({
  day,
  ...input
}: { day: string; error?: string | undefined } & ComponentProps<'input'>) {
  return (
    <TextField
      label="Day of Month"
      type="number"
      inputMode="numeric"
      min="1"
      max="31"
      hint={Number(day) > LAST_DAY_OF_ALL ? 'In shorter months, the last day' : undefined}
      {...input}
    />
  );
}
