import { fireEvent, render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { emptyExpenseForm, type ExpenseForm } from './expense-form.ts';
import { useDraft } from './use-draft.ts';

/** Closing the form returns its draft. */
function open(draft?: Partial<ExpenseForm>, filled: Partial<ExpenseForm> = { name: 'Gym', amount: '20' }) {
  const onClose = vi.fn<(edited: Partial<ExpenseForm>) => void>();
  function Form() {
    const form = useForm<ExpenseForm>({ defaultValues: emptyExpenseForm('2026-06-05') });
    const edited = useDraft(form, draft, () => {
      for (const [field, value] of Object.entries(filled)) form.setValue(field as keyof ExpenseForm, value);
    });
    return (
      <>
        <input aria-label="name" {...form.register('name')} />
        <input aria-label="amount" {...form.register('amount')} />
        <button onClick={() => onClose(edited())}>Close</button>
      </>
    );
  }
  const { unmount } = render(<Form />);
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  return {
    type: (label: string, value: string) => fireEvent.change(field(label), { target: { value } }),
    values: () => [field('name').value, field('amount').value],
    close: () => {
      fireEvent.click(screen.getByText('Close'));
      unmount();
      return onClose.mock.lastCall?.[0];
    },
  };
}

test('a draft holds what the user edited, and not what the form filled in', () => {
  const form = open();
  form.type('amount', '30');
  expect(form.close()).toEqual({ amount: '30' });
  expect(open().close()).toEqual({});
});

test('edits of a draft replace what the form fills in, and survive being closed again', () => {
  const form = open({ amount: '30' });
  expect(form.values()).toEqual(['Gym', '30']);
  expect(form.close()).toEqual({ amount: '30' });
});

test('a field that the user puts back is no longer part of the draft', () => {
  const form = open({ amount: '30' }, {});
  form.type('amount', '');
  expect(form.close()).toEqual({});
});
