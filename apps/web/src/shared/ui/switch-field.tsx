import { useId, type ComponentProps } from 'react';

/** The whole row is the target. */
export function SwitchField({
  label,
  hint,
  ...input
}: { label: string; hint: string } & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div className="relative rounded-small border border-line-strong bg-card px-4 py-2.5 has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-3 has-focus-visible:outline-focus">
      <label className="flex cursor-pointer items-center justify-between gap-4 after:absolute after:inset-0">
        <span className="font-medium">{label}</span>
        <input
          type="checkbox"
          role="switch"
          aria-describedby={id}
          className="relative z-1 h-7 w-12 flex-none cursor-pointer appearance-none rounded-full bg-line-strong transition-colors outline-none before:absolute before:top-0.75 before:left-0.75 before:size-5.5 before:rounded-full before:bg-card before:transition-transform checked:bg-pink-deep checked:before:translate-x-5"
          {...input}
        />
      </label>
      <p id={id} className="mt-0.5 text-small text-balance wrap-anywhere text-ink-soft wide:pr-16">
        {hint}
      </p>
    </div>
  );
}
