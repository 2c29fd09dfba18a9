import { useState, type ComponentProps } from 'react';
import { SwitchField } from './switch-field.tsx';

/** Saves a switch's position. `variables` is the one that is being saved. */
interface Save {
  isPending: boolean;
  variables: boolean | undefined;
  mutate: (isOn: boolean, ending: { onSettled: () => void }) => void;
}

/**
 * A switch that stands where it was put until the server has answered.
 * Meanwhile it ignores presses, and keeps the focus, which a disabled one loses.
 */
export function SavedSwitch({
  isOn,
  save,
  ...field
}: { isOn: boolean; save: Save } & Pick<ComponentProps<typeof SwitchField>, 'label' | 'hint' | 'disabled'>) {
  // A save begins to be pending only after the press has been drawn: without this, the switch would jump back in between.
  const [pressed, setPressed] = useState<boolean>();
  const isBusy = save.isPending || pressed !== undefined;
  return (
    <SwitchField
      {...field}
      checked={save.isPending ? save.variables : (pressed ?? isOn)}
      aria-busy={isBusy}
      onChange={(event) => {
        if (isBusy) return;
        const wanted = event.currentTarget.checked;
        setPressed(wanted);
        save.mutate(wanted, { onSettled: () => setPressed(undefined) });
      }}
    />
  );
}
