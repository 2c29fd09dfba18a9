import { Copy } from 'lucide-react';
import { copyText } from '../../shared/hooks/copy-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { toast } from '../../shared/ui/toast-store.ts';

/** Shows what is to be copied, such as a token. */
export function CopiedField({
  label,
  value,
  noun,
}: {
  label: string;
  value: string;
  /** `token` */
  noun: string;
}) {
  const copy = async () => {
    if (await copyText(value)) toast({ title: 'Copied!', description: `The ${noun} is on your clipboard.` });
    else
      toast({
        title: 'Not copied',
        description: `Select the ${noun} and copy it yourself.`,
        tone: 'problem',
      });
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        label={label}
        className="min-w-0 flex-[1_1_12rem]"
        readOnly
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button look="quiet" className="min-h-13 flex-none" onClick={() => void copy()}>
        <Copy size={18} aria-hidden="true" />
        Copy {noun}
      </Button>
    </div>
  );
}
