import { useMutation } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { TextButton } from '../../shared/ui/button.tsx';

/** A quiet reminder: everything but mail works without it. */
export function UnconfirmedEmail({ email }: { email: string }) {
  const send = useMutation({
    mutationFn: () => call('sendConfirmation'),
    onError: (error) => toastFailure(error),
  });
  return (
    <div className="mt-3 text-small text-pretty text-ink-soft" role="status">
      {send.isSuccess ? (
        <p>
          A new link is on its way to <span className="wrap-anywhere">{email}</span>. It works for three days.
        </p>
      ) : (
        <>
          <p>
            You haven’t confirmed <span className="wrap-anywhere">{email}</span> yet. Open the link that we
            emailed you.
          </p>
          <TextButton className="text-small" disabled={send.isPending} onClick={() => send.mutate()}>
            Send it again
          </TextButton>
        </>
      )}
    </div>
  );
}
