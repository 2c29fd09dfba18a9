import { useState } from 'react';
import { Dialog } from '../shared/ui/dialog.tsx';
import { SwitchField } from '../shared/ui/switch-field.tsx';
import { areShortcutsOn, turnShortcuts } from '../shared/shortcut-setting.ts';

const KEYS = [
  ['n', 'Add an expense'],
  ['/', 'Search expenses'],
  ['?', 'Show these keys'],
  ['←  ↑  ↓  →', 'Move in the year map'],
  ['F8', 'Go to the notifications'],
];

/** The list of keys, with a switch for people whose software presses keys (WCAG 2.1.4). */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useState(areShortcutsOn);
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard">
      <dl className="mb-4 grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2.5">
        {KEYS.map(([key, words]) => (
          <div key={key} className="contents">
            <dt className="rounded-square border border-line-strong px-2 text-center font-bold">{key}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <SwitchField
        label="Single keys"
        hint="Turn off n, / and ? if you speak to your device."
        checked={isOn}
        onChange={({ target }) => {
          setIsOn(target.checked);
          turnShortcuts(target.checked);
        }}
      />
    </Dialog>
  );
}
