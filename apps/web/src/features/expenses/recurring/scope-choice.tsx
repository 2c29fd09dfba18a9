import { RadioTile } from '../../../shared/ui/radio-tile.tsx';
import type { Scope } from '../outbox/change.ts';

/** The occurrences to change: only this one, or this and all later ones (PD-31). */
export function ScopeChoice({ chosen, onChoose }: { chosen: Scope; onChoose: (scope: Scope) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">What changes</legend>
      <div className="grid fit-cols-30 gap-2">
        <RadioTile name="scope" checked={chosen === 'one'} onChange={() => onChoose('one')}>
          This one
        </RadioTile>
        <RadioTile name="scope" checked={chosen === 'future'} onChange={() => onChoose('future')}>
          This and all future ones
        </RadioTile>
      </div>
    </fieldset>
  );
}
