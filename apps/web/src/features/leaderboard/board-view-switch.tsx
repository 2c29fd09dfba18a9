import { BOARD_VIEWS, type BoardView } from '@oinkly/domain/kept-weeks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { currentUserQuery } from '../../shared/http/current-user.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { leaderboardQuery } from './leaderboard-query.ts';

const WORDS: Record<BoardView, string> = { ranks: 'Ranks', kept: 'Check marks' };

/** Only the user sees the choice (PD-76). */
export function BoardViewSwitch({ view }: { view: BoardView }) {
  const choose = useChooseBoardView();
  const chosen = choose.isPending ? choose.variables : view;
  return (
    <fieldset className="mt-2 flex flex-wrap gap-x-5">
      <legend className="mb-1 font-bold">Show the board as</legend>
      {BOARD_VIEWS.map((option) => (
        <label key={option} className="inline-flex min-h-11 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name="board-view"
            className="size-5 accent-pink-deep"
            checked={chosen === option}
            onChange={() => choose.mutate(option)}
          />
          {WORDS[option]}
        </label>
      ))}
    </fieldset>
  );
}

function useChooseBoardView() {
  const queryClient = useQueryClient();
  return useMutation({
    // One at a time, so that the last choice is stored last.
    scope: { id: 'board-view' },
    mutationFn: (boardView: BoardView) => call('updateUser', { body: { boardView } }),
    onSuccess: (user) => {
      queryClient.setQueryData(currentUserQuery.queryKey, user);
      return queryClient.invalidateQueries({ queryKey: leaderboardQuery.queryKey });
    },
    onError: (error) => toastFailure(error, { title: 'Save Failed' }),
  });
}
