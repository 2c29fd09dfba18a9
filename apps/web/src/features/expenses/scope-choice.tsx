import type { ComponentProps } from 'react';
import { RadioTile } from '../../shared/ui/radio-tile.tsx';

/** Which occurrences of a recurring expense a change is about: the one at hand, or that one and all later ones (PD-31). */
export type Scope = 'one' | 'future';

/** Chooses the scope of a change; takes what the form registers. */
export function ScopeChoice(input: ComponentProps<'input'>) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">What changes</legend>
      <div className="grid grid-cols-2 gap-2">
        <RadioTile value="one" {...input}>
          This one
        </RadioTile>
        <RadioTile value="future" {...input}>
          This and all later
        </RadioTile>
      </div>
    </fieldset>
  );
}
