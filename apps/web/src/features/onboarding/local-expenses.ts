import type { Day } from '@oinkly/domain/days';
import { createContext, useContext } from 'react';

interface LocalExpense {
  id: number;
  name: string;
  amountCents: number;
  paid: boolean;
}

/** The local context, in memory only (LC-1). Goals, income and budget are in dollars. */
export interface LocalExpenses {
  expenses: readonly LocalExpense[];
  selectedDate: Day;
  userName: string;
  monthlySavingsGoal: number;
  monthlyIncome: number;
  weeklyExpenseGoal: number;
  monthlyExpenseGoal: number;
  yearlyExpenseGoal: number;
  weeklyBudget: number;
}

export type LocalExpensesAction =
  | { type: 'add'; expense: Omit<LocalExpense, 'id' | 'paid'> }
  | { type: 'remove'; id: number }
  | { type: 'toggle-paid'; id: number }
  | { type: 'reset-month' }
  | { type: 'set-name'; userName: string }
  | { type: 'set-budget'; weeklyBudget: number };

export function initialLocalExpenses(selectedDate: Day): LocalExpenses {
  return {
    expenses: [],
    selectedDate,
    userName: '',
    monthlySavingsGoal: 1000,
    monthlyIncome: 5000,
    weeklyExpenseGoal: 350,
    monthlyExpenseGoal: 1500,
    yearlyExpenseGoal: 18_000,
    weeklyBudget: 100,
  };
}

export function localExpensesAfter(state: LocalExpenses, action: LocalExpensesAction): LocalExpenses {
  switch (action.type) {
    case 'add': {
      const id = Math.max(0, ...state.expenses.map((expense) => expense.id)) + 1;
      return { ...state, expenses: [...state.expenses, { ...action.expense, id, paid: false }] };
    }
    case 'remove':
      return { ...state, expenses: state.expenses.filter(({ id }) => id !== action.id) };
    case 'toggle-paid':
      return {
        ...state,
        expenses: state.expenses.map((expense) =>
          expense.id === action.id ? { ...expense, paid: !expense.paid } : expense,
        ),
      };
    case 'reset-month':
      return { ...state, expenses: [] };
    case 'set-name':
      return { ...state, userName: action.userName };
    case 'set-budget':
      return { ...state, weeklyBudget: action.weeklyBudget };
  }
}

interface LocalExpensesStore {
  state: LocalExpenses;
  dispatch: (action: LocalExpensesAction) => void;
}

export const LocalExpensesContext = createContext<LocalExpensesStore | null>(null);

/** Throws outside its provider. */
export function useLocalExpenses(): LocalExpensesStore {
  const store = useContext(LocalExpensesContext);
  if (!store) throw new Error('useLocalExpenses is used outside LocalExpensesContext');
  return store;
}
