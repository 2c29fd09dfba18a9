import type { RouteResponse } from '@oinkly/contract/endpoints';
import {
  DEFAULT_TOKEN_LIFETIME_DAYS,
  MAX_TOKEN_NAME_LENGTH,
  TOKEN_LIFETIMES_DAYS,
} from '@oinkly/contract/limits';
import { routes } from '@oinkly/contract/routes';
import { PROGRAM_SCOPES, type ProgramScope, type TokenScope } from '@oinkly/contract/token-scopes';
import { useId, useState, type RefObject } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { RadioTile } from '../../shared/ui/radio-tile.tsx';
import { SwitchField } from '../../shared/ui/switch-field.tsx';
import { CopiedField } from './copied-field.tsx';
import { expiryDayOf, SCOPE_WORDS, useCreateToken } from './tokens-query.ts';

interface TokenForm {
  name: string;
  scopes: ProgramScope[];
}

type Lifetime = (typeof TOKEN_LIFETIMES_DAYS)[number];

const LIFETIME_WORDS: Readonly<Record<Lifetime, string>> = { 30: '30 days', 90: '90 days', 365: '1 year' };

type NewToken = RouteResponse<'createToken'>;

/** Asks for name, scopes and lifetime, then shows the new token for the only time (PD-78). */
export function CreateTokenDialog({
  focusFallback,
  onClose,
}: {
  focusFallback: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const creation = useCreateToken('token', 'Token not created');
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!creation.isPending) onClose();
      }}
      title={creation.data ? 'Copy your token' : 'Create a token'}
      description={
        creation.data
          ? `It works until ${expiryDayOf(creation.data)}. You can see it only now. If you lose it, revoke it and create another.`
          : 'Give each program its own token, so that you can revoke it alone.'
      }
      focusFallback={focusFallback}
    >
      {creation.data ? (
        <NewTokenView created={creation.data} onClose={onClose} />
      ) : (
        <TokenFields
          isBusy={creation.isPending}
          onSubmit={(form) => creation.mutate(form)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function TokenFields({
  isBusy,
  onSubmit,
  onClose,
}: {
  isBusy: boolean;
  onSubmit: (form: TokenForm & { lifetimeDays: Lifetime }) => void;
  onClose: () => void;
}) {
  const scopesId = useId();
  const form = useForm<TokenForm>({ defaultValues: { name: '', scopes: [] } });
  const [lifetimeDays, setLifetimeDays] = useState<Lifetime>(DEFAULT_TOKEN_LIFETIME_DAYS);
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ name, scopes }) =>
    onSubmit({ name: name.trim(), scopes, lifetimeDays }),
  );
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <TextField
        label="Name"
        placeholder="Phone widget"
        autoComplete="off"
        maxLength={MAX_TOKEN_NAME_LENGTH}
        error={errors.name?.message}
        {...form.register('name', { validate: (name) => name.trim() !== '' || 'Please enter a name.' })}
      />
      <fieldset className="flex flex-col gap-4" aria-describedby={errors.scopes ? scopesId : undefined}>
        <legend className="mb-1.5 font-medium">What it may do</legend>
        {PROGRAM_SCOPES.map((scope) => (
          <SwitchField
            key={scope}
            {...SCOPE_WORDS[scope]}
            value={scope}
            {...form.register('scopes', {
              validate: (scopes) => scopes.length > 0 || 'Please choose at least one.',
            })}
          />
        ))}
        {errors.scopes && (
          <p id={scopesId} className="text-small text-over-text">
            {errors.scopes.message}
          </p>
        )}
      </fieldset>
      <fieldset>
        <legend className="mb-1.5 font-medium">How long it works</legend>
        <div className="grid grid-cols-3 gap-2">
          {TOKEN_LIFETIMES_DAYS.map((days) => (
            <RadioTile
              key={days}
              name="lifetime"
              checked={lifetimeDays === days}
              onChange={() => setLifetimeDays(days)}
            >
              {LIFETIME_WORDS[days]}
            </RadioTile>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-3 compact:grid-cols-2">
        <Button look="secondary" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button look="primary" type="submit" disabled={isBusy}>
          {isBusy ? 'Creating...' : 'Create token'}
        </Button>
      </div>
    </form>
  );
}

function NewTokenView({ created: { token, scopes }, onClose }: { created: NewToken; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <CopiedField label="Your token" value={token} noun="token" />
      <div>
        <p className="mb-1.5 font-medium">Try it</p>
        <pre className="rounded-small border border-line p-3 text-small wrap-anywhere whitespace-pre-wrap text-ink-soft">
          {exampleFor(scopes)}
        </pre>
      </div>
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}

function exampleFor(scopes: readonly TokenScope[]): string {
  const { origin } = window.location;
  const authorization = `-H 'Authorization: Bearer YOUR_TOKEN'`;
  if (scopes.includes('week:read')) return `curl ${authorization} ${origin}${routes.getWeekByToken.path}`;
  if (scopes.includes('expenses:add')) {
    const sentence = `--json '{"text": "12.50 Lidl yesterday"}'`;
    return `curl ${authorization} ${sentence} ${origin}${routes.addExpenseByToken.path}`;
  }
  const message = `--json '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'`;
  return `curl ${authorization} ${message} ${origin}${routes.useMcp.path}`;
}
