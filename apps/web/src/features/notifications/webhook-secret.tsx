import { Copy } from 'lucide-react';
import { copyText } from '../../shared/hooks/copy-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { toast } from '../../shared/ui/toast-store.ts';

/** Shows a webhook's secret for the only time. */
export function WebhookSecret({ secret }: { secret: string }) {
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        label="Secret"
        hint="You can see it only now. With it, the webhook can check that a message is ours, by Standard Webhooks."
        className="min-w-0 flex-[1_1_12rem]"
        readOnly
        value={secret}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button look="quiet" className="min-h-13 flex-none" onClick={() => void copy(secret)}>
        <Copy size={18} aria-hidden="true" />
        Copy secret
      </Button>
    </div>
  );
}

async function copy(secret: string): Promise<void> {
  if (await copyText(secret)) toast({ title: 'Copied!', description: 'The secret is on your clipboard.' });
  else
    toast({ title: 'Not copied', description: 'Select the secret and copy it yourself.', tone: 'problem' });
}
