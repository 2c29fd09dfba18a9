import { HIGHEST_GOAL_DOLLARS } from '@oinkly/domain/budget-captions';
import { centsFromDollars, dollarsFromCents, formatUsd } from '@oinkly/domain/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { call } from '../../shared/http/call.ts';
import { currentUserQuery } from '../../shared/http/current-user.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { GoalFields } from '../../shared/ui/goal-fields.tsx';
import { toast } from '../../shared/ui/toast-store.ts';
import { settingsQuery } from '../account/settings-query.ts';
import { leaderboardQuery } from '../leaderboard/leaderboard-query.ts';

/** The weekly budget, with the slider of onboarding. Closed weeks keep theirs (PD-11). */
export default function BudgetSheet({
  budgetCents,
  focusFallback,
  onClose,
}: {
  budgetCents: number;
  focusFallback: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const [budget, setBudget] = useState(
    Math.min(HIGHEST_GOAL_DOLLARS, Math.round(dollarsFromCents(budgetCents))),
  );
  const save = useSaveBudget(onClose);
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!save.isPending) onClose();
      }}
      title="Weekly budget"
      description="It holds from this week on."
      focusFallback={focusFallback}
    >
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(budget);
        }}
      >
        <GoalFields budget={budget} onChange={setBudget} />
        <Button type="submit" isBusy={save.isPending}>
          Save
        </Button>
      </form>
    </Dialog>
  );
}

function useSaveBudget(onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (weeklyBudget: number) => call('updateUser', { body: { weeklyBudget } }),
    onSuccess: async (user, weeklyBudget) => {
      queryClient.setQueryData(currentUserQuery.queryKey, user);
      await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey });
      onSaved();
      toast({
        title: 'Settings Saved',
        description: `${formatUsd(centsFromDollars(weeklyBudget))} a week.`,
      });
    },
    onError: (error) =>
      toastFailure(error, {
        title: 'Save Failed',
        description: 'Could not save your settings. Please try again.',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: leaderboardQuery.queryKey }),
  });
}
