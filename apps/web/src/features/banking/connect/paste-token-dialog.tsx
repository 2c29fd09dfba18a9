import type { TokenProvider } from '@oinkly/contract/runtime-config';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState, type RefObject, type SyntheticEvent } from 'react';
import { call } from '../../../shared/http/call.ts';
import { isUnauthorized } from '../../../shared/http/login-failures.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConsentNote } from '../../../shared/ui/consent-note.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { messageOf } from '../../../shared/ui/failure-toast.ts';
import { TextAreaField } from '../../../shared/ui/field.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { toast } from '../../../shared/ui/toast-store.ts';
import { refreshBanking } from '../refresh-banking.ts';
import { linkedName } from './complete-link.ts';

/** Connects banks with a token from the provider's page. */
export default function PasteTokenDialog({
  provider,
  focusFallback,
  onClose,
  onConnected,
}: {
  provider: TokenProvider;
  focusFallback: RefObject<HTMLElement | null>;
  onClose: () => void;
  onConnected?: (() => void) | undefined;
}) {
  const queryClient = useQueryClient();
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<string>();
  const linking = useMutation({
    mutationFn: async () =>
      linkedName(
        await call('exchangeToken', {
          params: { provider: provider.id },
          body: { public_token: token.replace(/\s+/g, '') },
        }),
      ),
    onSuccess: (institutionName) => {
      toast({ title: 'Bank Connected!', description: `Ready to track your spending: ${institutionName}.` });
      refreshBanking(queryClient);
      onClose();
      onConnected?.();
    },
    onError: (error) => {
      if (!isUnauthorized(error))
        setProblem(messageOf(error, 'Your bank wasn’t connected. Please try again.'));
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isSetupToken(token)) {
      setProblem(`This isn’t a setup token. Copy the whole token from ${provider.name}.`);
    } else {
      setProblem(undefined);
      linking.mutate();
    }
  };
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!linking.isPending) onClose();
      }}
      title={`Connect with ${provider.name}`}
      description={provider.about}
      focusFallback={focusFallback}
      focusesItself
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <ol className="flex list-decimal flex-col gap-1 pl-5">
          <li>
            <a href={provider.tokenPageUrl} target="_blank" rel="noreferrer" className="text-link">
              Create a setup token at {provider.name}
              <ExternalLink size={15} aria-hidden="true" className="ml-1 inline align-[-2px]" />
              <span className="sr-only"> (opens a new tab)</span>
            </a>
          </li>
          <li>Copy the token and paste it here.</li>
        </ol>
        <TextAreaField
          label="Setup token"
          rows={3}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={token}
          error={problem}
          disabled={linking.isPending}
          onChange={(event) => setToken(event.target.value)}
        />
        {provider.testTokenPageUrl !== null && (
          <p className="text-small text-ink-soft">
            Only trying?{' '}
            <a href={provider.testTokenPageUrl} target="_blank" rel="noreferrer" className="text-link">
              Get a token for test banks
              <span className="sr-only"> (opens a new tab)</span>
            </a>
          </p>
        )}
        <ConsentNote />
        <div className="grid gap-3 compact:grid-cols-2">
          <Button look="secondary" onClick={onClose} disabled={linking.isPending}>
            Cancel
          </Button>
          <Button look="primary" type="submit" isBusy={linking.isPending}>
            {linking.isPending && <Spinner className="size-5" />}
            {linking.isPending ? 'Connecting...' : 'Connect'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A setup token is the Base64 of a web address. */
function isSetupToken(text: string): boolean {
  try {
    return /^https?:\/\//.test(window.atob(text.replace(/\s+/g, '')));
  } catch {
    return false;
  }
}
