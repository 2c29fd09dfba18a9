import { useMutation } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { toastFailure } from './failure-toast.ts';
import { logInAgain, type Continuation } from '../http/recent-login.ts';

/** Calls `act` after a recent login (SEC-20), else leaves for a new one, which returns with `then`. */
export function useRecentLogin(then: Continuation, act: () => void) {
  return useMutation({
    mutationFn: () => call('checkRecentLogin'),
    onSuccess: ({ recent }) => {
      if (recent) act();
      else logInAgain(then);
    },
    onError: (error) => toastFailure(error),
  });
}
