import { PLUG } from '@oinkly/artwork/pig';
import { QUESTION } from '@oinkly/artwork/pig-props';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ApiError } from '../../shared/http/api-error.ts';
import { call } from '../../shared/http/call.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { messageOf } from '../../shared/ui/failure-toast.ts';
import { PigPage } from '../../shared/ui/pig-page.tsx';

/** Ends the Monday mail, without logging in. Asks for a click, because mail programs open links too. */
export function UnsubscribePage({ token }: { token: string }) {
  const unsubscribe = useMutation({ mutationFn: () => call('unsubscribeFromMail', { params: { token } }) });
  if (unsubscribe.isSuccess) {
    return (
      <PigPage
        mood="content"
        title="The Monday mail is off"
        text="You can turn it on again under Notifications."
      >
        <Home />
      </PigPage>
    );
  }
  const { error } = unsubscribe;
  if (error instanceof ApiError && error.code === 'UNSUBSCRIBE_LINK_NOT_FOUND') {
    return (
      <PigPage
        mood="asleep"
        prop={QUESTION}
        title="This link no longer works"
        text="It’s mistyped, or the account was deleted. You can turn the mail off under Notifications."
      >
        <Home />
      </PigPage>
    );
  }
  if (error) {
    return (
      <PigPage
        mood="worried"
        prop={PLUG}
        title="That didn’t work"
        text={messageOf(error, 'Please try again.')}
      >
        <Button isBusy={unsubscribe.isPending} onClick={() => unsubscribe.mutate()}>
          Try again
        </Button>
      </PigPage>
    );
  }
  return (
    <PigPage
      mood="content"
      title="Stop the Monday mail?"
      text="We’ll no longer email you how your week ended. Everything else stays as it is."
    >
      <Button isBusy={unsubscribe.isPending} onClick={() => unsubscribe.mutate()}>
        Unsubscribe
      </Button>
    </PigPage>
  );
}

function Home() {
  return (
    <Link href="/" className={buttonClass('primary')}>
      Go to home
    </Link>
  );
}
