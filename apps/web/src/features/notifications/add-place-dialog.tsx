import type { RouteInput, RouteResponse } from '@oinkly/contract/endpoints';
import { MAX_MESSAGE_PLACE_NAME_LENGTH } from '@oinkly/contract/limits';
import type { MessagePlaceType } from '@oinkly/contract/messages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../shared/http/api-error.ts';
import { call } from '../../shared/http/call.ts';
import { logInAgain, needsRecentLogin } from '../../shared/http/recent-login.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { TextField } from '../../shared/ui/field.tsx';
import { RadioTile } from '../../shared/ui/radio-tile.tsx';
import { SwitchField } from '../../shared/ui/switch-field.tsx';
import { messagePlacesQuery } from './message-places-query.ts';
import { TestPlace } from './test-place.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

type NewPlace = RouteInput<'addMessagePlace'>['body'];

interface PlaceForm {
  name: string;
  url: string;
  server: string;
  topic: string;
  token: string;
  includesAmounts: boolean;
}

const TYPE_WORDS: Readonly<Record<MessagePlaceType, string>> = { webhook: 'Webhook', ntfy: 'ntfy' };

/** Asks where messages go, then shows a webhook's secret for the only time (PD-108). */
export function AddPlaceDialog({
  focusFallback,
  onClose,
}: {
  focusFallback: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const adding = useMutation({
    mutationFn: (body: NewPlace) => call('addMessagePlace', { body }),
    // Also after a failure: only its answer may have been lost. The secret doesn't wait for the list.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: messagePlacesQuery.queryKey }),
    onError: (error) => {
      // The login expired while the dialog was open.
      if (needsRecentLogin(error)) logInAgain('place');
      // The form says it at the address.
      else if (!isOfAddress(error)) toastFailure(error, { title: 'Place not added' });
    },
  });
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!adding.isPending) onClose();
      }}
      title={adding.data ? 'Place added' : 'Add a place'}
      description={
        adding.data
          ? 'It gets all your notifications. You can choose which under Manage.'
          : 'It gets your notifications as they happen, without amounts unless you include them.'
      }
      focusFallback={focusFallback}
    >
      {adding.data ? (
        <AddedPlace added={adding.data} onClose={onClose} />
      ) : (
        <PlaceFields
          isBusy={adding.isPending}
          onSubmit={(body, onError) => adding.mutate(body, { onError })}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function PlaceFields({
  isBusy,
  onSubmit,
  onClose,
}: {
  isBusy: boolean;
  onSubmit: (body: NewPlace, onError: (error: Error) => void) => void;
  onClose: () => void;
}) {
  const [type, setType] = useState<MessagePlaceType>('webhook');
  const form = useForm<PlaceForm>({
    shouldUnregister: true,
    defaultValues: { server: 'https://ntfy.sh', includesAmounts: false },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ name, url, server, topic, token, includesAmounts }) => {
    const common = { name: name.trim(), includesAmounts };
    const refuse = (field: 'url' | 'server') => (error: Error) => {
      if (isOfAddress(error)) form.setError(field, { message: error.message }, { shouldFocus: true });
    };
    if (type === 'webhook') onSubmit({ ...common, type, url: url.trim() }, refuse('url'));
    else
      onSubmit(
        {
          ...common,
          type,
          url: server.trim(),
          topic: topic.trim(),
          ...(token.trim() !== '' && { token: token.trim() }),
        },
        refuse('server'),
      );
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <fieldset>
        <legend className="mb-1.5 font-medium">Kind of place</legend>
        <div className="grid grid-cols-2 gap-2">
          {(['webhook', 'ntfy'] as const).map((one) => (
            <RadioTile key={one} name="type" checked={type === one} onChange={() => setType(one)}>
              {TYPE_WORDS[one]}
            </RadioTile>
          ))}
        </div>
      </fieldset>
      <TextField
        label="Name"
        placeholder={type === 'webhook' ? 'Home Assistant' : 'My phone'}
        autoComplete="off"
        maxLength={MAX_MESSAGE_PLACE_NAME_LENGTH}
        error={errors.name?.message}
        {...form.register('name', { validate: (name) => name.trim() !== '' || 'Please enter a name.' })}
      />
      {type === 'webhook' ? (
        <TextField
          key="url"
          label="Address"
          type="url"
          placeholder="https://"
          autoComplete="off"
          hint="We’ll keep it secret and never show it again."
          error={errors.url?.message}
          {...form.register('url', { validate: isWebAddress })}
        />
      ) : (
        <>
          <TextField
            key="server"
            label="Server"
            type="url"
            autoComplete="off"
            error={errors.server?.message}
            {...form.register('server', {
              validate: (server) =>
                isWebAddress(server) === true && URL.parse(server.trim())?.pathname === '/'
                  ? true
                  : 'Please enter the server’s address, such as https://ntfy.sh.',
            })}
          />
          <TextField
            label="Topic"
            autoComplete="off"
            autoCapitalize="none"
            hint="On a public server, everyone who knows the topic can read it. Choose one that’s hard to guess."
            error={errors.topic?.message}
            {...form.register('topic', {
              validate: (topic) =>
                /^[-\w]{1,64}$/.test(topic.trim()) || 'Please use letters, digits, - and _ only.',
            })}
          />
          <TextField
            label="Access token, if it needs one"
            autoComplete="off"
            autoCapitalize="none"
            placeholder="tk_"
            error={errors.token?.message}
            {...form.register('token', {
              validate: (token) => /^[!-~]{0,200}$/.test(token.trim()) || 'Please check the token.',
            })}
          />
        </>
      )}
      <SwitchField
        label="Include amounts"
        hint="Adds your budget, what you spent and what’s left. Everyone who can read the place sees them."
        {...form.register('includesAmounts')}
      />
      <div className="grid gap-3 compact:grid-cols-2">
        <Button look="secondary" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button look="primary" type="submit" disabled={isBusy}>
          {isBusy ? 'Adding...' : 'Add place'}
        </Button>
      </div>
    </form>
  );
}

function isOfAddress(error: Error): boolean {
  return error instanceof ApiError && error.code === 'MESSAGE_ADDRESS_NOT_ALLOWED';
}

function isWebAddress(text: string): true | string {
  const protocol = URL.parse(text.trim())?.protocol ?? '';
  return /^https?:$/.test(protocol) || 'Please enter an address that begins with https://.';
}

function AddedPlace({
  added: { id, secret },
  onClose,
}: {
  added: RouteResponse<'addMessagePlace'>;
  onClose: () => void;
}) {
  return (
    <div className="flex flex-col gap-4">
      {secret !== null && <WebhookSecret secret={secret} />}
      <TestPlace id={id} />
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}
