import { Check } from 'lucide-react';
import { Checkbox as RadixCheckbox } from 'radix-ui';

/** A tick box with its name for screen readers; the target is 44px, the box smaller. */
export function Checkbox({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <RadixCheckbox.Root
      aria-label={label}
      checked={checked}
      onCheckedChange={(state) => onChange(state === true)}
      className="group grid size-target flex-none place-items-center rounded-small"
    >
      <span className="grid size-6 place-items-center rounded-square border-[1.5px] border-line-strong bg-card text-on-pink group-data-[state=checked]:border-pink-deep group-data-[state=checked]:bg-pink-deep">
        <RadixCheckbox.Indicator>
          <Check size={16} strokeWidth={3} aria-hidden="true" />
        </RadixCheckbox.Indicator>
      </span>
    </RadixCheckbox.Root>
  );
}
