import type { User } from '@oinkly/contract/endpoints';
import { WEEKS_PER_MONTH } from '@oinkly/domain/budgets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '../../shared/http/call.ts';
import { currentUserQuery } from '../../shared/http/current-user.ts';
import { EXPENSES_KEY } from '../../shared/http/expenses-query.ts';
import { toastFailure } from '../../shared/http/failure-toast.ts';
import { leaderboardQuery } from '../../shared/http/leaderboard-query.ts';
import { settingsQuery } from '../../shared/http/settings-query.ts';
import { Button } from '../../shared/ui/button.tsx';
import { MoneyField, TextField } from '../../shared/ui/field.tsx';
import { SectionHeading } from '../../shared/ui/section-heading.tsx';
import { SwitchField } from '../../shared/ui/switch-field.tsx';
import { toast } from '../../shared/ui/toast-store.ts';

interface ProfileValues {
  fullName: string;
  weeklyBudget: string;
  countFixedBills: boolean;
}

/** What is saved of the user; the budget in whole dollars. */
interface ProfileChange {
  fullName: string;
  weeklyBudget: number;
  /** Only when it was changed. */
  countFixedBills?: boolean;
}

const LONGEST_NAME = 80;

/**
 * Profile and budget, saved together (ACC-1, ACC-2), with the choice whether fixed bills count (PD-5). The user says all of it: the
 * monthly income of the settings only mirrors the weekly budget (PD-10).
 */
export function ProfileForm({ user }: { user: User }) {
  const form = useForm<ProfileValues>({
    defaultValues: {
      fullName: user.fullName ?? '',
      weeklyBudget: user.weeklyBudget === null ? '' : String(user.weeklyBudget),
      countFixedBills: user.countFixedBills,
    },
  });
  const { errors } = form.formState;
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
            maxLength={LONGEST_NAME}
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
            hint="Your email is managed by the account you sign in with."
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
            hint="Rent, mortgage, loans, insurance and tax then count as spending."
            {...form.register('countFixedBills')}
          />
        </div>
      </section>
      <Button type="submit" className="mt-6 w-full" disabled={save.isPending}>
        {save.isPending ? 'Saving...' : 'Save Changes'}
      </Button>
    </form>
  );
}

function budgetProblem(text: string): true | string {
  const value = Number(text);
  const isWhole = text.trim() !== '' && Number.isInteger(value) && value >= 0;
  return isWhole || 'Please enter a whole amount of 0 or more.';
}

function useSaveProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (profile: ProfileChange) => {
      const user = await call('updateUser', { body: profile });
      const settings = await call('updateSettings', {
        body: { monthlyIncome: profile.weeklyBudget * WEEKS_PER_MONTH, monthlySavingsGoal: 0 },
      });
      return { user, settings };
    },
    onSuccess: ({ user, settings }) => {
      queryClient.setQueryData(currentUserQuery.queryKey, user);
      queryClient.setQueryData(settingsQuery.queryKey, settings);
      // Which expenses count may have changed. The home screen, which shows them, is not mounted now.
      for (const queryKey of [EXPENSES_KEY, leaderboardQuery.queryKey]) {
        void queryClient.invalidateQueries({ queryKey, refetchType: 'all' });
      }
      toast({ title: 'Settings Saved' });
    },
    onError: (error) =>
      toastFailure(error, {
        title: 'Save Failed',
        description: 'Could not save your settings. Please try again.',
      }),
  });
}
