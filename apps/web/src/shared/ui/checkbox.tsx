import { Check } from 'lucide-react';
import { Checkbox as RadixCheckbox } from 'radix-ui';

/** A small box with a target of at least 44 px. */
export function Checkbox({
  label,
  caption,
  checked,
  onChange,
}: {
  label: string;
  caption: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <RadixCheckbox.Root
      aria-label={label}
      checked={checked}
      onCheckedChange={(state) => onChange(state === true)}
      className="group grid min-h-target min-w-target flex-none content-start justify-items-center rounded-small"
    >
      <span className="grid size-6 place-items-center rounded-square border-[1.5px] border-line-strong bg-card text-on-pink group-data-[state=checked]:border-pink-deep group-data-[state=checked]:bg-pink-deep">
        <RadixCheckbox.Indicator>
          <Check size={16} strokeWidth={3} aria-hidden="true" />
        </RadixCheckbox.Indicator>
      </span>
      <span className="text-caption text-ink-soft group-data-[state=checked]:font-bold group-data-[state=checked]:text-pink-deep">
        {caption}
      </span>
    </RadixCheckbox.Root>
  );
}
