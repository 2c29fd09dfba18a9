import { centsFromDollars, formatUsd } from '@oinkly/domain/money';
import { parseMoneyInput } from '@oinkly/domain/money-input';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, TextButton } from '../../shared/ui/button.tsx';
import { Checkbox } from '../../shared/ui/checkbox.tsx';
import { MoneyField, TextField } from '../../shared/ui/field.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { useLocalExpenses } from './local-expenses.ts';

/** Everything stays in the page (PD-60). */
export function SampleWeek() {
  const { state, dispatch } = useLocalExpenses();
  const spentCents = state.expenses.reduce((sum, expense) => sum + expense.amountCents, 0);
  return (
    <section
      aria-labelledby="sample-week"
      className="mt-10 rounded-large border border-line bg-card p-card pb-3"
    >
      <SectionHeading id="sample-week">A sample week</SectionHeading>
      <p className="-mt-2 mb-2 text-small text-ink-soft">
        {formatUsd(spentCents)} of {formatUsd(centsFromDollars(state.weeklyBudget))} spent
      </p>
      <ul>
        {state.expenses.map((expense) => (
          <li key={expense.id} className="border-b border-line py-1.5">
            <div className="-mr-3 -ml-2 flex items-center gap-1">
              <Checkbox
                label={`${expense.name} is paid`}
                caption="Paid"
                checked={expense.paid}
                onChange={() => dispatch({ type: 'toggle-paid', id: expense.id })}
              />
              <span className="min-w-0 flex-1 wrap-anywhere">{expense.name}</span>
              <span className="font-bold">{formatUsd(expense.amountCents)}</span>
              <button
                type="button"
                aria-label={`Remove ${expense.name}`}
                onClick={() => dispatch({ type: 'remove', id: expense.id })}
                className="grid size-target flex-none place-items-center text-ink-soft hover:text-ink"
              >
                <Trash2 size={18} aria-hidden="true" />
              </button>
            </div>
          </li>
        ))}
      </ul>
      <NewSample />
      <TextButton onClick={() => dispatch({ type: 'reset-month' })}>Reset the month</TextButton>
    </section>
  );
}

function NewSample() {
  const { dispatch } = useLocalExpenses();
  const [name, setName] = useState('');
  const [amount, setAmount] = useState('');
  const amountCents = parseMoneyInput(amount);
  const isComplete = name.trim() !== '' && amountCents !== null && amountCents > 0;
  return (
    <form
      className="mt-4 grid grid-cols-[1fr_7rem] gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isComplete) return;
        dispatch({ type: 'add', expense: { name: name.trim(), amountCents } });
        setName('');
        setAmount('');
      }}
    >
      <TextField label="Expense" value={name} onChange={(event) => setName(event.target.value)} />
      <MoneyField label="Amount" value={amount} onChange={(event) => setAmount(event.target.value)} />
      <Button look="quiet" type="submit" className="col-span-2" disabled={!isComplete}>
        Add to the sample
      </Button>
    </form>
  );
}
