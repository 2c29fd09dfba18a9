import { Check } from 'lucide-react';

/** A small box with a target of at least 44 px. A button, because an `input` has no place for the caption. */
export function Checkbox({
  label,
  caption,
  checked: isChecked,
  onChange,
}: {
  label: string;
  caption: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isChecked}
      aria-label={label}
      // Only Space changes a checkbox.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      onClick={() => onChange(!isChecked)}
      className="group grid min-h-target min-w-target flex-none content-start justify-items-center rounded-small"
    >
      <span className="grid size-6 place-items-center rounded-square border-[1.5px] border-line-strong bg-card text-on-pink group-aria-checked:border-pink-deep group-aria-checked:bg-pink-deep">
        {isChecked && <Check size={16} strokeWidth={3} aria-hidden="true" />}
      </span>
      <span className="text-caption text-ink-soft group-aria-checked:font-bold group-aria-checked:text-pink-deep">
        {caption}
      </span>
    </button>
  );
}
