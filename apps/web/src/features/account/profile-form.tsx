import type { User } from '@oinkly/contract/account';
import { MAX_USER_NAME_LENGTH } from '@oinkly/contract/limits';
import { WEEKS_PER_MONTH } from '@oinkly/domain/budgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { call } from '../../shared/http/call.ts';
import { currentUserQuery } from '../../shared/http/current-user.ts';
import { EXPENSES_KEY } from '../expenses/expenses-query.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { leaderboardQuery } from '../leaderboard/leaderboard-query.ts';
import { settingsQuery } from './settings-query.ts';
import { Button } from '../../shared/ui/button.tsx';
import { MoneyField, TextField } from '../../shared/ui/field.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { SwitchField } from '../../shared/ui/switch-field.tsx';
import { toast } from '../../shared/ui/toast-store.ts';
import { storeProfileDraft, readProfileDraft, type ProfileValues } from './profile-draft.ts';

/** The saved fields. The budget is in whole dollars. */
interface ProfileChange {
  fullName: string;
  weeklyBudget: number;
  countFixedBills?: boolean;
}

/** Edits survive leaving the page (ACC-1, ACC-2, PD-5). The monthly income of the settings only mirrors the budget (PD-10). */
export function ProfileForm({ user }: { user: User }) {
  const saved: ProfileValues = {
    fullName: user.fullName ?? '',
    weeklyBudget: user.weeklyBudget === null ? '' : String(user.weeklyBudget),
    countFixedBills: user.countFixedBills,
  };
  const [draft] = useState(() => readProfileDraft(user.id));
  const form = useForm<ProfileValues>({ defaultValues: { ...saved, ...draft } });
  const { setFocus } = form;
  // 'Edit budget' leads here.
  useEffect(() => {
    if (window.location.hash === '#budget') setFocus('weeklyBudget', { shouldSelect: true });
  }, [setFocus]);
  const { errors } = form.formState;
  const unsaved = changesOf(saved, { ...saved, ...useWatch({ control: form.control }) });
  const hasUnsaved = Object.keys(unsaved).length > 0;
  const draftJson = hasUnsaved ? JSON.stringify(unsaved) : null;
  useEffect(() => storeProfileDraft(user.id, draftJson), [user.id, draftJson]);
  const save = useSaveProfile();
  const submit = form.handleSubmit(({ fullName, weeklyBudget, countFixedBills }) =>
    save.mutate({
      fullName: fullName.trim(),
      weeklyBudget: Number(weeklyBudget),
      ...(countFixedBills !== user.countFixedBills && { countFixedBills }),
    }),
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <section className="mt-6">
        <SectionHeading>Profile</SectionHeading>
        <div className="flex flex-col gap-4">
          <TextField
            label="Name"
            autoComplete="name"
            maxLength={MAX_USER_NAME_LENGTH}
            error={errors.fullName?.message}
            {...form.register('fullName', {
              validate: (name) => name.trim() !== '' || 'Please enter a name.',
            })}
          />
          <TextField
            label="Email"
            type="email"
            readOnly
            value={user.email}
            hint="Your email is managed by the account you log in with."
          />
        </div>
      </section>
      <section className="mt-9">
        <SectionHeading>Budget Settings</SectionHeading>
        <div className="flex flex-col gap-4">
          <MoneyField
            label="Weekly Budget"
            type="number"
            inputMode="numeric"
            min="0"
            step="1"
            hint="Your target spending limit per week"
            error={errors.weeklyBudget?.message}
            {...form.register('weeklyBudget', { validate: budgetProblem })}
          />
          <SwitchField
            label="Count fixed bills"
            hint="When on, rent, mortgage, loans, insurance and tax count as spending."
            {...form.register('countFixedBills')}
          />
        </div>
      </section>
      <Button type="submit" className="mt-6 w-full" disabled={save.isPending}>
        {save.isPending ? 'Saving...' : 'Save Changes'}
      </Button>
      {hasUnsaved && !save.isPending && (
        <p className="mt-2 flex flex-wrap items-center justify-between gap-x-4 text-small text-ink-soft">
          You have unsaved changes.
          <Button look="quiet" onClick={() => form.reset(saved)}>
            Discard changes
          </Button>
        </p>
      )}
    </form>
  );
}

function changesOf(saved: ProfileValues, entered: ProfileValues): Partial<ProfileValues> {
  return {
    ...(entered.fullName.trim() !== saved.fullName && { fullName: entered.fullName }),
    ...(entered.weeklyBudget.trim() !== saved.weeklyBudget && { weeklyBudget: entered.weeklyBudget }),
    ...(entered.countFixedBills !== saved.countFixedBills && { countFixedBills: entered.countFixedBills }),
  };
}

function budgetProblem(text: string): true | string {
  const value = Number(text);
  const isWhole = text.trim() !== '' && Number.isInteger(value) && value >= 0;
  return isWhole || 'Please enter a whole number, 0 or more.';
}

/** The budget first. An error names the part that failed. */
function useSaveProfile() {
  const queryClient = useQueryClient();
  const isBudgetSaved = useRef(false);
  return useMutation({
    mutationFn: async (profile: ProfileChange) => {
      isBudgetSaved.current = false;
      const settings = await call('updateSettings', {
        body: { monthlyIncome: profile.weeklyBudget * WEEKS_PER_MONTH, monthlySavingsGoal: 0 },
      });
      isBudgetSaved.current = true;
      queryClient.setQueryData(settingsQuery.queryKey, settings);
      const { weeklyBudget } = profile;
      queryClient.setQueryData(currentUserQuery.queryKey, (user) => user && { ...user, weeklyBudget });
      queryClient.setQueryData(currentUserQuery.queryKey, await call('updateUser', { body: profile }));
    },
    onSuccess: () => toast({ title: 'Settings Saved' }),
    onError: (error) =>
      toastFailure(error, {
        title: 'Save Failed',
        description: isBudgetSaved.current
          ? 'Your weekly budget is saved. Your other changes are not. Please try again.'
          : 'Could not save your settings. Please try again.',
      }),
    onSettled: () => {
      // Other expenses may count now. The home screen that shows them is not mounted.
      for (const queryKey of [EXPENSES_KEY, leaderboardQuery.queryKey]) {
        void queryClient.invalidateQueries({ queryKey, refetchType: 'all' });
      }
    },
  });
}
