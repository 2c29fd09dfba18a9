import { Slider as RadixSlider } from 'radix-ui';

export function Slider({
  label,
  value,
  onChange,
  max,
  step,
  valueText,
}: {
  label: string;
  value: number;
  onChange: (value: number) => void;
  max: number;
  step: number;
  valueText: string;
}) {
  return (
    <RadixSlider.Root
      value={[value]}
      onValueChange={([next]) => {
        if (next !== undefined) onChange(next);
      }}
      min={0}
      max={max}
      step={step}
      className="relative flex h-11 w-full touch-none items-center select-none"
    >
      <RadixSlider.Track className="relative h-2 grow rounded-full bg-line-strong">
        <RadixSlider.Range className="absolute h-full rounded-full bg-pink-deep" />
      </RadixSlider.Track>
      <RadixSlider.Thumb
        aria-label={label}
        aria-valuetext={valueText}
        className="block size-8 rounded-full border-4 border-pink-deep bg-card shadow-float before:absolute before:-inset-1.5 before:rounded-full"
      />
    </RadixSlider.Root>
  );
}
