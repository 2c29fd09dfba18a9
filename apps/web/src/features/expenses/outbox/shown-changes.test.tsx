import { anExpense } from '@oinkly/contract/samples';
import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { prepareEachTest } from '../../../test-support/render-app.tsx';
import { outbox } from './outbox.ts';
import { ShownChanges, useShownChanges } from './shown-changes.tsx';

prepareEachTest();

const CAKE = { name: 'Cake', amount: 9, date: '2026-06-02', category: 'Dining' } as const;

test('a change is in what waits or in the answer that has it, never in both', async () => {
  await outbox.open('ana');
  const renders: { inAnswer: number; waiting: number }[] = [];
  function Total() {
    const [inAnswer, setInAnswer] = useState(0);
    renders.push({ inAnswer, waiting: useShownChanges().waiting.length });
    return <button onClick={() => setInAnswer(1)}>Answer</button>;
  }
  render(
    <ShownChanges>
      <Total />
    </ShownChanges>,
  );
  act(() => outbox.append({ kind: 'add', expense: CAKE }, 'r1'));
  expect(renders.at(-1)).toEqual({ inAnswer: 0, waiting: 1 });
  act(() => {
    const [entry] = outbox.waiting;
    if (entry) outbox.confirm(entry, anExpense(CAKE));
    screen.getByRole('button').click();
  });
  expect(renders.at(-1)).toEqual({ inAnswer: 1, waiting: 0 });
  expect(renders).not.toContainEqual({ inAnswer: 1, waiting: 1 });
});
