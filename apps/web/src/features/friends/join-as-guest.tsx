import { MAX_USER_NAME_LENGTH } from '@oinkly/contract/limits';
import { useState } from 'react';
import { Button, TextButton } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { useJoinAsGuest } from './guest-queries.ts';
import { hasGuestSecret } from './guest-secret.ts';

/** The second choice of an invitation: a name, and no account (PD-103). */
export function JoinAsGuest({ code }: { code: string }) {
  // An answer may have been lost.
  const [isAsking, setIsAsking] = useState(() => hasGuestSecret(code));
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const join = useJoinAsGuest(code);
  if (!isAsking) {
    return (
      <TextButton className="self-center" onClick={() => setIsAsking(true)}>
        Join without an account
      </TextButton>
    );
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-3 rounded-medium border border-line bg-card p-4 text-left"
      onSubmit={(event) => {
        event.preventDefault();
        const given = name.trim();
        setError(given === '' ? 'Enter your name.' : undefined);
        if (given !== '' && !join.isPending) join.mutate(given);
      }}
    >
      <TextField
        label="Your name"
        autoFocus
        autoComplete="given-name"
        maxLength={MAX_USER_NAME_LENGTH}
        hint="You get a link of your own, for one tap a week. Your friend and their other guests see your name and check marks."
        error={error}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" look="secondary" isBusy={join.isPending}>
        Join
      </Button>
    </form>
  );
}
