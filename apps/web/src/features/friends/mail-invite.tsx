import type { User } from '@oinkly/contract/account';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../shared/http/call.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { toast } from '../../shared/ui/toast-store.ts';

/** The server sends the invitation, for people whose browser opens no mail program. */
export function MailInvite({ user, onInvited }: { user: User; onInvited: () => void }) {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const send = useMutation({
    mutationFn: (to: string) => call('mailInvite', { body: { to } }),
    onSuccess: (_, to) => {
      toast({ title: 'On its way', description: `We’re sending your invitation to ${to}.` });
      setEmail('');
      onInvited();
    },
    onError: (failure) => toastFailure(failure),
  });
  if (!user.emailConfirmed) {
    return (
      <p className="mt-4 text-small text-pretty text-ink-soft">
        {PRODUCT_NAME} can also email it for you. First{' '}
        <Link href="/my-account/security" className="text-link">
          confirm your own email
        </Link>
        .
      </p>
    );
  }
  return (
    <form
      noValidate
      className="mt-5 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const to = email.trim();
        const problem = problemOf(to);
        setError(problem);
        if (problem === undefined) send.mutate(to);
      }}
    >
      <TextField
        label="A friend’s email"
        type="email"
        autoComplete="off"
        maxLength={254}
        hint={`${PRODUCT_NAME} sends your link with your first name, then deletes the address.`}
        error={error}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button look="quiet" type="submit" isBusy={send.isPending}>
        Send by email
      </Button>
    </form>
  );
}

/** The server checks again. */
function problemOf(email: string): string | undefined {
  if (email === '') return 'Enter an email.';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)
    ? undefined
    : 'That doesn’t look like an email. Check it for typos.';
}
