import type { Day } from '@oinkly/domain/days';
import { splitPastedLines } from '@oinkly/domain/quick-entry';
import { useForm } from 'react-hook-form';
import { Button } from '../../../shared/ui/button.tsx';
import { TextAreaField } from '../../../shared/ui/field.tsx';
import { MAX_TEXT_LENGTH } from './text-from-elsewhere.ts';

export function SeveralLines({
  today,
  text,
  onBack,
  onLines,
}: {
  today: Day;
  /** The lines that are there at first. */
  text: string;
  onBack: () => void;
  onLines: (lines: string[]) => void;
}) {
  const form = useForm({ defaultValues: { text } });
  const read = form.handleSubmit((values) => {
    const refuse = (message: string) => form.setError('text', { message }, { shouldFocus: true });
    if (values.text.length > MAX_TEXT_LENGTH) {
      refuse(`Please enter up to ${MAX_TEXT_LENGTH.toLocaleString('en-US')} characters at a time.`);
      return;
    }
    const lines = splitPastedLines(values.text, today);
    if (lines.length === 0) refuse('Please enter a line.');
    else onLines(lines);
  });
  return (
    <form noValidate onSubmit={(event) => void read(event)} className="flex flex-col gap-4">
      <TextAreaField
        label="One expense per line"
        hint="You’ll check every line before it’s added."
        placeholder={'Gym $50 on 15th\nCoffee $4.25 today'}
        rows={6}
        autoFocus
        error={form.formState.errors.text?.message}
        {...form.register('text')}
      />
      <div className="grid fit-cols-30 gap-3">
        <Button look="secondary" onClick={onBack}>
          Back
        </Button>
        <Button type="submit">Continue</Button>
      </div>
    </form>
  );
}
