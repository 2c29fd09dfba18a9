import { useId, type ComponentProps } from 'react';

/** The whole row is the target. */
export function SwitchField({
  label,
  hint,
  ...input
}: { label: string; hint: string } & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div>
      <label className="flex min-h-13 cursor-pointer items-center justify-between gap-4 rounded-small border border-line-strong bg-card px-4 py-2 has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-3 has-focus-visible:outline-focus">
        <span className="font-medium">{label}</span>
        <input
          type="checkbox"
          role="switch"
          aria-describedby={id}
          className="relative h-7 w-12 flex-none cursor-pointer appearance-none rounded-full bg-line-strong transition-colors outline-none before:absolute before:top-0.75 before:left-0.75 before:size-5.5 before:rounded-full before:bg-card before:transition-transform checked:bg-pink-deep checked:before:translate-x-5"
          {...input}
        />
      </label>
      <p id={id} className="mt-1.5 text-small text-ink-soft">
        {hint}
      </p>
    </div>
  );
}
