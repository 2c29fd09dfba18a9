import type { Day } from '@oinkly/domain/days';
import { splitPastedLines } from '@oinkly/domain/quick-entry';
import { useForm } from 'react-hook-form';
import { Button } from '../../../shared/ui/button.tsx';
import { TextAreaField } from '../../../shared/ui/field.tsx';

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
    const lines = splitPastedLines(values.text, today);
    if (lines.length === 0) form.setError('text', { message: 'Please enter a line.' }, { shouldFocus: true });
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
